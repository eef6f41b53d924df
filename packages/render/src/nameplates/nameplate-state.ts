import type { IdSet } from '@sightline/core'
import type { RenderView } from '../state.js'
import type { Atlas, AtlasCell } from './atlas.js'
import type { LabelGrid } from './label-grid.js'
import type { Labels } from './labels.js'
import type { NameplateMirror } from './mirror.js'
import type { NameplateGpu } from './nameplate-gpu.js'
import type { NameplateSettings } from './nameplate-options.js'
import type { Plate, PlateFonts } from './plate.js'
import type { QuadBuffer } from './quad-buffer.js'
import type { TextSheet } from './text-source.js'
import type { TextStore } from './text-store.js'

/** What render keeps of labels for one world. Arrays "by id" have `capacity + 1` rows. */
export type NameplateState = {
  readonly settings: NameplateSettings
  readonly fonts: PlateFonts
  readonly members: IdSet
  /** Counts newcomers: views look for those that they see already. */
  joined: number
  /** By id. */
  readonly plates: (Plate | undefined)[]
  readonly rows: PlateRows
  /** Who says something. */
  readonly speakers: Set<number>
  /** Column `WorldMatrix.matrix`: 16 floats an id, column by column. */
  readonly matrices: Float32Array
  /** Column `WorldBounds.box`: 8 floats an id. */
  readonly boxes: Float32Array
  readonly texts: TextStore
  /** Version of the text source that everything was measured with. */
  fontVersion: number
  readonly atlas: Atlas
  /** Undefined where nothing can be drawn. */
  readonly sheet: TextSheet | undefined
  /** Cells that the GPU has not got yet. */
  readonly unsent: AtlasCell[]
  readonly views: Map<RenderView, ViewPlates>
  readonly clock: Float64Array
  /** Number of the frame. */
  frame: number
  /** Drawing pixels for each CSS pixel. */
  pixelRatio: number
  readonly labels: Labels
  readonly grid: LabelGrid
  readonly mirrors: NameplateMirror[]
  readonly stats: NameplateStats
  /** On the GPU of the present context; made when something is drawn first. */
  gpu: NameplateGpu | undefined
}

/** Entries of `NameplateState.clock`, seconds. */
export const Clock: { readonly now: 0; readonly step: 1; readonly count: 2 } = { now: 0, step: 1, count: 2 }

/** What the layout reads of each label, by id. */
export type PlateRows = {
  /** `PlateRow.count` floats an id. */
  readonly floats: Float32Array
  /** Bits of `PlateFlag`. */
  readonly flags: Uint8Array
  /** When what is said ends, in seconds of the world's clock; Infinity where nothing is said. */
  readonly speechEnd: Float64Array
  /** Frame of the last turn, so that several views give only one. */
  readonly turned: Uint32Array
}

export const PlateRow: {
  /** From the owner's place to the label's lower edge, metres: x, y, z. */
  readonly offset: 0
  /** CSS pixels. */
  readonly width: 3
  readonly height: 4
  /** Squared. */
  readonly importance: 5
  /** 0 to 1: where it is, and where the bar has come to. */
  readonly health: 6
  readonly bar: 7
  /** Metres from the owner's place up to its top; NaN: to that of its bounds. */
  readonly top: 8
  readonly count: 9
} = { offset: 0, width: 3, height: 4, importance: 5, health: 6, bar: 7, top: 8, count: 9 }

export const PlateFlag: {
  /** It has a turn in each frame: it is no member of `NameplateUpdates`. */
  readonly always: 1
  /** It has a `Transform`: its label follows that, and its bounds with a delay. */
  readonly placed: 2
  /** Its bounds had no top at its last turn. */
  readonly topless: 4
} = { always: 1, placed: 2, topless: 4 }

/** Labels in one view. */
export type ViewPlates = {
  /** Visible entities with a name. */
  readonly candidates: IdSet
  /** Version of the visible list and `joined` of the world that they were taken from. */
  version: number
  joined: number
  readonly memory: LabelMemory
  readonly shown: ShownLabels
  readonly quads: QuadBuffer
}

/**
 * What a view remembers of labels from frame to frame: a row an id, so that all of it is read at once. A crowd
 * is far more than caches hold.
 */
export type LabelMemory = Float64Array

export const Memory: {
  /** Opacity, 0 to 1. */
  readonly alpha: 0
  /** 1: it has its place; 0: it has none, and fades out where it was. */
  readonly placed: 1
  /** 1: it stands a height above its usual place. */
  readonly raised: 2
  /** Seconds of the clock at which it was a candidate last, before it went. */
  readonly time: 3
  /** Seconds of the clock since which it has been one without a break. */
  readonly since: 4
  /** Seconds of the clock until which it keeps away. */
  readonly until: 5
  readonly count: 6
} = { alpha: 0, placed: 1, raised: 2, time: 3, since: 4, until: 5, count: 6 }

/** Of entities up to `rows` - 1, none of which has been a candidate. */
export function createMemory(rows: number): LabelMemory {
  const memory = new Float64Array(rows * Memory.count)
  for (let row = 0; row < memory.length; row += Memory.count) {
    memory.fill(-Infinity, row + Memory.time, row + Memory.until + 1)
  }
  return memory
}

/** Labels that are drawn in a view, the most significant first. Valid until the next `layOutNameplates`. */
export type ShownLabels = {
  ids: Uint32Array
  /**
   * Left, top, right, bottom: drawing pixels from the upper left corner of the view's part of the canvas.
   * Four a label.
   */
  rects: Float32Array
  /** Drawing pixels for each CSS pixel of the label. */
  scales: Float32Array
  /** Opacity, 0 to 1. */
  alphas: Float32Array
  count: number
}

/** What the last frame did, over all drawn views. The object stays the same. */
export type NameplateStats = {
  /** Entities with a name. */
  members: number
  /** Of these visible, in all views. */
  candidates: number
  /** Of the candidates: have their place on the screen. */
  shown: number
  /** Of the candidates: fade out where they were. */
  fading: number
  /**
   * Of the candidates, without a label: behind the eye or off the screen, too far away, one too many, in each
   * other's way.
   */
  outside: number
  far: number
  limited: number
  overlapped: number
  /** Labels that came and went in this frame, by their place and not by who is visible. */
  entered: number
  left: number
  /** Turns of `NameplateUpdates`, and of those that are no member of it. */
  turns: number
  /** Texts that were drawn in this frame, and those that found no room. */
  drawnTexts: number
  unplaced: number
  /**
   * Pictures of texts that are kept, those that have given way since the beginning, and the share of the room
   * that is taken.
   */
  atlasTexts: number
  atlasEvicted: number
  atlasUse: number
}

export function createNameplateStats(): NameplateStats {
  const stats = {
    members: 0,
    candidates: 0,
    shown: 0,
    fading: 0,
    outside: 0,
    far: 0,
    limited: 0,
    overlapped: 0,
    entered: 0,
    left: 0,
    turns: 0,
    drawnTexts: 0,
    unplaced: 0,
    atlasTexts: 0,
    atlasEvicted: 0,
    // A fraction first, so that the engine gives it room for doubles and does not box each new value.
    atlasUse: 0.5,
  }
  stats.atlasUse = 0
  return stats
}
