// What the runner and the suites know of each other.
import type { SuiteResult } from "./result.ts";

export interface Suite {
  readonly name: string;
  /** Takes so long that it runs only when it is named. */
  readonly isLong?: boolean;
  run(context: SuiteContext): Promise<SuiteResult>;
}

export interface SuiteContext {
  readonly rounds: number;
  /** A tenth of the work, to see that everything runs; the figures mean little. */
  readonly quick: boolean;
  /** Where the client and agent processes leave their CPU profiles; they are slower then. */
  readonly profileFolder: string | undefined;
  readonly progress: (text: string) => void;
}

/** Each implementation once per round; each round begins with another one, so that none always runs first. */
export async function interleave<Name extends string, Sample>(
  names: readonly Name[],
  rounds: number,
  measure: (name: Name, round: number) => Promise<Sample>,
): Promise<Record<Name, Sample[]>> {
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]])) as Record<Name, Sample[]>;
  for (let round = 0; round < rounds; round += 1) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      samples[name].push(await measure(name, round));
    }
  }
  return samples;
}
