/** Options over their defaults; one that is there and undefined is one that is not given. */
export function withDefaults<T extends object>(options: Partial<T>, defaults: T): T {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(given) }
}
