/**
 * One block of memory, a `WebAssembly.Memory` that never grows, from which columns and structures are cut.
 * Kernels, workers and systems read the same bytes, so nothing is copied between them.
 *
 *     byte 0 .. 1023   reserved: kernels keep their constants here, and 0 can mean "nowhere"
 *     byte 1024 ..     allocations, one after the other, each aligned; never freed, zero at first
 *
 * This module imports nothing, and is also the subpath `@sightline/core/memory`.
 */

const PAGE_BYTES = 65_536
const MAX_PAGES = 65_536
const RESERVED_BYTES = 1024
const DEFAULT_ALIGN = 64

/** A fixed block of memory, views of the whole of it, and how much is taken. */
export type Arena = {
  readonly memory: WebAssembly.Memory
  readonly buffer: ArrayBufferLike
  /** Whether `buffer` is a `SharedArrayBuffer`, which workers can see without a copy. */
  readonly shared: boolean
  /** The whole memory as floats: byte offset / 4 is the index. */
  readonly f32: Float32Array
  /** The whole memory as unsigned 32-bit integers: byte offset / 4 is the index. */
  readonly u32: Uint32Array
  /** The whole memory as signed 32-bit integers: byte offset / 4 is the index. */
  readonly i32: Int32Array
  /** The whole memory as bytes. */
  readonly u8: Uint8Array
  /** The next free byte. */
  top: number
  /** The size in bytes. */
  readonly limit: number
}

/** Shared memory works in Node and Deno as it is, and in pages only when they are cross-origin isolated. */
function canShare(): boolean {
  if (typeof SharedArrayBuffer === 'undefined') return false
  const isolated = (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated
  return isolated !== false
}

/**
 * Makes an arena of at least `bytes` bytes (rounded up to pages of 64 kB, at most 4 GiB). The memory is
 * shared where the platform allows it. It is zero filled and never grows, so views of it stay valid. Throws a
 * `RangeError` if `bytes` is not a positive number up to 4 GiB, or if the system refuses that much.
 */
export function createArena(bytes: number): Arena {
  if (!(bytes > 0 && bytes <= MAX_PAGES * PAGE_BYTES)) {
    throw new RangeError(
      `createArena: bytes is ${bytes}, expected a number above 0 and up to ${MAX_PAGES * PAGE_BYTES}`,
    )
  }
  const pages = Math.ceil((bytes + RESERVED_BYTES) / PAGE_BYTES)
  const size = Math.min(pages, MAX_PAGES)
  const shared = canShare()
  return arenaOver(createMemory(size, shared), shared, RESERVED_BYTES)
}

/**
 * The same memory seen from another thread, which got `memory` in a message: allocations there begin at
 * `top`. Nobody keeps the two threads from allocating the same bytes, so `top` must lie in a part that was
 * allocated for this.
 * Throws a `TypeError` if `memory` is not a `WebAssembly.Memory`.
 */
export function adoptArena(memory: WebAssembly.Memory, top: number): Arena {
  if (!(memory instanceof WebAssembly.Memory)) {
    throw new TypeError(`adoptArena: memory is ${String(memory)}, expected a WebAssembly.Memory`)
  }
  const shared = typeof SharedArrayBuffer !== 'undefined' && memory.buffer instanceof SharedArrayBuffer
  return arenaOver(memory, shared, top)
}

function arenaOver(memory: WebAssembly.Memory, shared: boolean, top: number): Arena {
  const buffer: ArrayBufferLike = memory.buffer
  return {
    memory,
    buffer,
    shared,
    f32: new Float32Array(buffer),
    u32: new Uint32Array(buffer),
    i32: new Int32Array(buffer),
    u8: new Uint8Array(buffer),
    top,
    limit: buffer.byteLength,
  }
}

function createMemory(pages: number, shared: boolean): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared })
  } catch (cause) {
    throw new RangeError(`createArena: the system refused ${pages * PAGE_BYTES} bytes of memory`, { cause })
  }
}

/**
 * Takes `bytes` zeroed bytes and returns their byte offset, a multiple of `align` (a power of two).
 * Throws a `RangeError` with both numbers when they do not fit; nothing is taken then.
 */
export function allocate(arena: Arena, bytes: number, align: number = DEFAULT_ALIGN): number {
  if (!(Number.isInteger(bytes) && bytes >= 0)) {
    throw new RangeError(`allocate: bytes is ${bytes}, expected a whole number of 0 or more`)
  }
  if (!(align >= 1 && align <= PAGE_BYTES && (align & (align - 1)) === 0)) {
    throw new RangeError(`allocate: align is ${align}, expected a power of two up to ${PAGE_BYTES}`)
  }
  const offset = Math.ceil(arena.top / align) * align
  if (offset + bytes > arena.limit) {
    throw new RangeError(
      `allocate: ${bytes} bytes asked for, but ${Math.max(0, arena.limit - offset)} of ${arena.limit} are free: ` +
        'raise `arenaBytes` (or the size given to createArena)',
    )
  }
  arena.top = offset + bytes
  return offset
}

/** Allocates `count` floats. */
export function float32Array(arena: Arena, count: number): Float32Array {
  return new Float32Array(arena.buffer, allocate(arena, count * 4), count)
}

/** Allocates `count` unsigned 32-bit integers. */
export function uint32Array(arena: Arena, count: number): Uint32Array {
  return new Uint32Array(arena.buffer, allocate(arena, count * 4), count)
}

/** Allocates `count` signed 32-bit integers. */
export function int32Array(arena: Arena, count: number): Int32Array {
  return new Int32Array(arena.buffer, allocate(arena, count * 4), count)
}

/** Allocates `count` unsigned 16-bit integers. */
export function uint16Array(arena: Arena, count: number): Uint16Array {
  return new Uint16Array(arena.buffer, allocate(arena, count * 2), count)
}

/** Allocates `count` bytes. */
export function uint8Array(arena: Arena, count: number): Uint8Array {
  return new Uint8Array(arena.buffer, allocate(arena, count), count)
}
