/**
 * Runs the command with its arguments, without the program's name; `out` gets its lines. Answers the exit code: 0, 1 if an occluder
 * or bounds are wrong, 2 if it could not run.
 */
export function run(
  args: readonly string[],
  out: { log(line: string): void; error(line: string): void },
): Promise<number>
