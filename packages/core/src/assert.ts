// Bundlers replace the text `process.env.NODE_ENV`; in a page without one there is no `process`.
declare const process: { readonly env: { readonly NODE_ENV?: string } }

function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV !== 'production'
  } catch {
    return false
  }
}

/** False in production builds, where assertions cost nothing. */
export const DEV: boolean = isDevelopment()

/**
 * Checks an invariant of our own. Never for input: public functions throw for that, in every build.
 * Throws an `Error` in development, does nothing in production.
 */
export function assert(condition: boolean, message: string): asserts condition {
  if (DEV && !condition) throw new Error(`assertion failed: ${message}`)
}
