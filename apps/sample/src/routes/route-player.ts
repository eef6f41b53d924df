import { defineResource, type Resource, resource, time, type World } from '@sightline/core'
import { game, rig } from '../game.js'
import { type Route, sampleRoute } from '../town/index.js'

/** A recorded flight that moves the camera while the mode is 'route'. */
export type RoutePlayer = {
  route: Route | undefined
  /** Seconds into the route. */
  at: number
  /** Begin again at the end; else it stays there. */
  loop: boolean
}

export const RoutePlayerOfWorld: Resource<RoutePlayer> = defineResource('RoutePlayer', 'createGame')

export function createRoutePlayer(): RoutePlayer {
  const player: RoutePlayer = { route: undefined, at: 0.5, loop: true }
  player.at = 0
  return player
}

export function routePlayer(world: World): RoutePlayer {
  return resource(world, RoutePlayerOfWorld)
}

/** Starts a route of the town. Throws a `RangeError` that lists the names there are for one that is not. */
export function playRoute(world: World, name: string): void {
  const { routes } = game(world).town
  const route = routes[name]
  if (route === undefined) {
    throw new RangeError(`playRoute: route is "${name}", expected one of ${Object.keys(routes).join(', ')}`)
  }
  const player = routePlayer(world)
  player.route = route
  player.at = 0
  game(world).mode = 'route'
}

/**
 * Moves the camera along the route that is played.
 * Reads: RoutePlayer, time. Writes: CameraRig, RoutePlayer.
 */
export function followRoute(world: World): void {
  const player = routePlayer(world)
  const { route } = player
  if (game(world).mode !== 'route' || route === undefined) return
  sampleRoute(route, player.at, rig(world))
  player.at += time(world).delta
  if (player.at > route.seconds) player.at = player.loop ? player.at - route.seconds : route.seconds
}
