/** The most events that an entity's turn lists: the newest. At two steps a second it is as much as two minutes. */
export const MAX_EVENTS = 256

/** What happened on the timelines since the last `animate`: parallel arrays, in order for each entity. */
export type EventList = {
  count: number
  ids: Uint32Array
  /** Numbers of the events' names: see `animationEventName`. */
  names: Uint16Array
  /** Seconds played by the entity's clock when it happened. */
  clocks: Float64Array
  /** Events that were left out, being older than the newest `MAX_EVENTS` of a turn. */
  dropped: number
  /** Frames for which the list has needed a quarter of its room at most. */
  roomy: number
}

/** Events for which room is kept, once there was need for it: a quarter of a megabyte. */
const KEPT_ROOM = 16_384
/** Frames after which room that is not needed is given up. */
const PATIENCE = 120

/** An empty list. It grows when a frame needs more, and shrinks again if it was one frame's need. */
export function createEventList(): EventList {
  return {
    count: 0,
    ids: new Uint32Array(64),
    names: new Uint16Array(64),
    clocks: new Float64Array(64),
    dropped: 0,
    roomy: 0,
  }
}

/** Empties a list, once a frame. */
export function clearEvents(list: EventList): void {
  const room = list.ids.length
  list.roomy = room > KEPT_ROOM && list.count * 4 <= room ? list.roomy + 1 : 0
  list.count = 0
  list.dropped = 0
  if (list.roomy >= PATIENCE) giveRoom(list, Math.max(KEPT_ROOM, room / 4))
}

/** Adds one event; returns its place, where its clock is still to be written. */
export function pushEvent(list: EventList, id: number, name: number): number {
  if (list.count === list.ids.length) giveRoom(list, list.count * 2)
  list.ids[list.count] = id
  list.names[list.count] = name
  return list.count++
}

/** Moves all events of one list to the end of another, and empties it. */
export function moveEvents(to: EventList, from: EventList): void {
  for (let i = 0; i < from.count; i++) {
    const at = pushEvent(to, from.ids[i]!, from.names[i]!)
    to.clocks[at] = from.clocks[i]!
  }
  to.dropped += from.dropped
  clearEvents(from)
}

function giveRoom(list: EventList, room: number): void {
  const { count, ids, names, clocks } = list
  list.ids = new Uint32Array(room)
  list.names = new Uint16Array(room)
  list.clocks = new Float64Array(room)
  list.ids.set(ids.subarray(0, count))
  list.names.set(names.subarray(0, count))
  list.clocks.set(clocks.subarray(0, count))
  list.roomy = 0
}
