import type { World } from '@sightline/core'
import { resource } from '@sightline/core'
import { setTerrainDebug } from '@sightline/render/terrain'
import { game } from '../game.js'
import { GroundOfWorld } from '../ground.js'
import { flyTo } from '../modes.js'
import { playRoute } from '../routes/route-player.js'
import { setCulling, setSwitch } from '../switches.js'

/** Numbers of a moment, for captions: all of the frame that was drawn last. */
export type Moment = {
  readonly total: string
  readonly drawn: string
  readonly hidden: string
  readonly far: string
  readonly people: string
  /** Of the people, and of the emitters. */
  readonly resting: string
  readonly still: string
  readonly emitters: string
  readonly patches: string
  /** Milliseconds a frame, '…' until it is known. */
  readonly frame: string
  /** What was drawn without culling, and how long a frame took; '…' before that was tried. */
  readonly allDrawn: string
  readonly allFrame: string
}

/** A part of the tour: where it is seen from, what is said, what is shown meanwhile. */
export type Stop = {
  readonly seconds: number
  caption(moment: Moment): string
  begin(world: World): void
  /** Undoes what `begin` turned on. */
  end?(world: World): void
}

/** One minute. */
export const STOPS: readonly Stop[] = [
  {
    seconds: 8,
    caption: ({ total, people, drawn }) =>
      `A town of ${total} things, ${people} of them people. To show you this, ${drawn} are drawn.`,
    begin: (world) => playRoute(world, 'market'),
  },
  {
    seconds: 9,
    caption: ({ hidden }) =>
      `Houses hide what is behind them: ${hidden} things in view are certainly hidden. What can be seen is never left out.`,
    begin: (world) => playRoute(world, 'street'),
  },
  {
    seconds: 9,
    caption: ({ drawn }) =>
      `The same moment, frozen and seen from above. Green is drawn: ${drawn}. Red is not.`,
    begin: (world) => {
      setSwitch(world, 'frozen', true)
      flyTo(world, game(world).town.cameras.above!)
    },
    end: (world) => setSwitch(world, 'frozen', false),
  },
  {
    seconds: 7,
    caption: ({ far }) =>
      `What is too far or too small to be missed is left out: ${far} things. What is far and large is coarser.`,
    begin: (world) => playRoute(world, 'gate'),
  },
  {
    seconds: 8,
    caption: ({ patches }) =>
      `Ten kilometres of ground in ${patches} patches, each colour another level: fine where you are, coarse at the horizon.`,
    begin: (world) => {
      flyTo(world, { x: -700, y: 190, z: 420, yaw: -1.1, pitch: -0.16 })
      setTerrainDebug(resource(world, GroundOfWorld), { levels: true })
    },
    end: (world) => setTerrainDebug(resource(world, GroundOfWorld), { levels: false }),
  },
  {
    seconds: 8,
    caption: ({ resting, people, still, emitters }) =>
      `Whom nobody sees may rest: ${resting} of ${people} people are not animated now, ${still} of ${emitters} fountains, smokes and lights stand still. Their clocks go on, so nobody can tell.`,
    begin: (world) => playRoute(world, 'market'),
  },
  {
    seconds: 5,
    caption: ({ frame, drawn }) => `Without culling: ${drawn} things are drawn, ${frame} ms a frame.`,
    begin: (world) => {
      playRoute(world, 'street')
      setCulling(world, false)
    },
    end: (world) => setCulling(world, true),
  },
  {
    seconds: 6,
    caption: ({ frame, drawn, allFrame, allDrawn }) =>
      `With it: ${drawn} things instead of ${allDrawn}, ${frame} ms instead of ${allFrame}. The picture looks the same. Now the town is yours.`,
    begin: (world) => playRoute(world, 'street'),
  },
]
