import type { Pose, Scene } from '../scene.js'

/** One contender over its own copy of the scene. */
export type Peer = {
  readonly name: string
  /** A tree or grid that must be kept up to date; loops over all boxes have none. */
  readonly keepsTree: boolean
  /** Where it likes its answers best; otherwise a plain array of the harness. */
  readonly out?: Uint32Array
  /** Builds the index over the boxes of the scene (timed). */
  build(): void
  /** Ids of the boxes that the pose may see into `out`; returns how many (timed). */
  query(pose: Pose, out: Uint32Array): number
  /** Takes over the movers' new boxes into the engine's own column (not timed). */
  sync(): void
  /** Makes the next queries exact for boxes that moved (timed). */
  update(): void
  /** Bytes of the index beside the column of boxes, where known. */
  bytes?(): number
}

export type CreatePeer = (scene: Scene) => Peer | Promise<Peer>
