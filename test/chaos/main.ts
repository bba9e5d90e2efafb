// `npm run test:chaos`: plays seeds, one after the other, and prints those that find something.
import { POSTGRES } from "@parley/test-support/postgres";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { play, WORLDS } from "./play.ts";

const USAGE = `npm run test:chaos -- [--seed N] [--seeds N] [--seconds N] [--store ${Object.keys(WORLDS).join("|")}]

  --seed     the first seed (default: random); the same one plays the same faults and prompts
  --seeds    how many seeds, counted up from the first (default: 1)
  --seconds  how long faults and load last, for each seed and store (default: 60)
  --store    one of the stores (default: both)
  --quiet    findings only
`;

interface Options {
  readonly seeds: readonly number[];
  readonly seconds: number;
  readonly stores: readonly string[];
  readonly isQuiet: boolean;
}

const options = readOptions();
if (options === undefined) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else process.exitCode = (await playAll(options)) === 0 ? 0 : 1;

/** How many seeds found something. */
async function playAll({ seeds, seconds, stores, isQuiet }: Options): Promise<number> {
  let found = 0;
  const progress = (text: string): void => void (isQuiet || process.stdout.write(`  ${text}\n`));
  for (const seed of seeds) {
    for (const store of stores) {
      process.stdout.write(`seed ${seed}, ${store}\n`);
      const { findings, summary, evidence } = await play({ seed, seconds, store, progress });
      process.stdout.write(`  ${summary}\n`);
      for (const finding of findings) process.stdout.write(`  FOUND: ${finding}\n`);
      if (findings.length === 0) continue;
      found += 1;
      const file = join(tmpdir(), `parley-chaos-${seed}-${store}.json`);
      writeFileSync(file, JSON.stringify(evidence));
      process.stdout.write(`  logs and records: ${file}\n`);
      process.stdout.write(`  again: npm run test:chaos -- --seed ${seed} --seconds ${seconds} --store ${store}\n`);
    }
  }
  process.stdout.write(
    found === 0 ? "No findings.\n" : `${found} of ${seeds.length * stores.length} runs have findings.\n`,
  );
  return found;
}

function readOptions(): Options | undefined {
  try {
    const { values } = parseArgs({
      options: {
        seed: { type: "string" },
        seeds: { type: "string" },
        seconds: { type: "string" },
        store: { type: "string" },
        quiet: { type: "boolean" },
      },
    });
    const first = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
    const [count, seconds] = [Number(values.seeds ?? "1"), Number(values.seconds ?? "60")];
    const stores = values.store === undefined ? Object.keys(WORLDS) : [values.store];
    const isFit = Number.isSafeInteger(first) && count >= 1 && seconds > 0 && stores.every((name) => name in WORLDS);
    if (!isFit) return undefined;
    const seeds = Array.from({ length: count }, (_, index) => first + index);
    if (POSTGRES !== undefined) return { seeds, seconds, stores, isQuiet: values.quiet === true };
    process.stdout.write("Skipped: three servers, because PostgreSQL is not installed.\n");
    return { seeds, seconds, stores: stores.filter((name) => name !== "postgres"), isQuiet: values.quiet === true };
  } catch {
    return undefined; // An unknown flag: the usage says which there are.
  }
}
