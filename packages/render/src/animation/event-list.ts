/** What happened on the timelines since the last `animate`: parallel arrays, in order for each entity. */
export type EventList = {
  count: number
  ids: Uint32Array
  /** Numbers of the events' names: see `animationEventName`. */
  names: Uint16Array
  /** Seconds played by the entity's clock when it happened. */
  clocks: Float64Array
}

/** An empty list. It grows when a frame needs more, and is kept. */
export function createEventList(): EventList {
  return { count: 0, ids: new Uint32Array(64), names: new Uint16Array(64), clocks: new Float64Array(64) }
}

/** Adds one event; returns its place, where its clock is still to be written. */
export function pushEvent(list: EventList, id: number, name: number): number {
  if (list.count === list.ids.length) growEvents(list)
  list.ids[list.count] = id
  list.names[list.count] = name
  return list.count++
}

/** Moves all events of one list to the end of another. */
export function moveEvents(to: EventList, from: EventList): void {
  for (let i = 0; i < from.count; i++) {
    const at = pushEvent(to, from.ids[i]!, from.names[i]!)
    to.clocks[at] = from.clocks[i]!
  }
  from.count = 0
}

function growEvents(list: EventList): void {
  const room = list.ids.length * 2
  const { ids, names, clocks } = list
  list.ids = new Uint32Array(room)
  list.names = new Uint16Array(room)
  list.clocks = new Float64Array(room)
  list.ids.set(ids)
  list.names.set(names)
  list.clocks.set(clocks)
}
