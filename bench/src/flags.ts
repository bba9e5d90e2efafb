// The command line of the benchmark.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { ReportFormat } from "./report/report.ts";

export interface Flags {
  readonly rounds: number;
  readonly only: string | undefined;
  readonly quick: boolean;
  readonly profileFolder: string | undefined;
  readonly format: ReportFormat;
}

export const USAGE = `npm run bench -- [options]

  --rounds N        how often everything is measured (default 7, with --quick 2)
  --only NAME       one suite alone (soak takes 14 minutes and runs only this way)
  --quick           little work: to see that everything runs
  --json            the whole result with every sample, for a program
  --markdown        the tables of docs/benchmarks.md
  --profile FOLDER  CPU profiles of the client and agent processes (the figures suffer)`;

const ROUNDS = 7;
const ROUNDS_QUICK = 2;

export function parseFlags(args: readonly string[], suiteNames: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string" },
      only: { type: "string" },
      quick: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      markdown: { type: "boolean", default: false },
      profile: { type: "string" },
    },
  });
  const rounds = values.rounds === undefined ? (values.quick ? ROUNDS_QUICK : ROUNDS) : Number(values.rounds);
  if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error("--rounds needs a number from 1 up");
  const { only, quick } = values;
  if (only !== undefined && !suiteNames.includes(only)) {
    throw new Error(`Suite ${only} not found; available: ${suiteNames.join(", ")}`);
  }
  return {
    rounds,
    only,
    quick,
    profileFolder: values.profile === undefined ? undefined : resolve(values.profile),
    format: values.json ? "json" : values.markdown ? "markdown" : "text",
  };
}
