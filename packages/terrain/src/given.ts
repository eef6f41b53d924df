/** The options that are not undefined, to be laid over defaults: one that is there and undefined counts as not given. */
export function given<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T
}
