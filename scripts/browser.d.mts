export const BROWSER_FLAGS: string[]
export function findBrowser(): Promise<string>
