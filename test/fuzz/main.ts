// `npm run fuzz`: plays new inputs for the given time, one target after the other, and keeps those that find something.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SILENCE_MS_MAX } from "./engine/limits.ts";
import { readers, servers } from "./targets.ts";

const names = [...readers, ...servers].map(({ name }) => name);
const USAGE = `npm run fuzz -- [--minutes N] [--only TARGET,…] [--seed N]

  --minutes  time in all (default: 10)
  --only     some of the targets: ${names.join(", ")}
  --seed     seed of the first batch; batches count up from it (default: random)
`;

interface Options {
  readonly minutes: number;
  readonly only: readonly string[];
  readonly seed: number;
}

const options = readOptions();
if (options === undefined) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else process.exitCode = (await fuzz(options)) === 0 ? 0 : 1;

/** How many targets found something. */
async function fuzz({ minutes, only, seed }: Options): Promise<number> {
  let found = 0;
  const seconds = (minutes * 60) / only.length;
  for (const name of only) {
    const isQuiet = await runTarget(name, seconds, seed);
    if (!isQuiet) found += 1;
  }
  process.stdout.write(found === 0 ? "No findings.\n" : `${found} of ${only.length} targets have findings.\n`);
  return found;
}

/** A process of its own, so that one that hangs or runs out of memory is seen as well. */
function runTarget(name: string, seconds: number, seed: number): Promise<boolean> {
  const program = join(import.meta.dirname, "target.main.ts");
  const child = spawn(
    process.execPath,
    [...process.execArgv, "--expose-gc", program, name, String(seconds), String(seed)],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  return new Promise((resolve) => {
    let timer = setTimeout(() => undefined, 0);
    const listen = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        process.stdout.write(`${name}: hangs. The last input is in the file named above.\n`);
        child.kill("SIGKILL");
      }, SILENCE_MS_MAX);
    };
    listen();
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      listen();
      process.stdout.write(text);
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

function readOptions(): Options | undefined {
  try {
    const { values } = parseArgs({
      options: { minutes: { type: "string" }, only: { type: "string" }, seed: { type: "string" } },
    });
    const minutes = Number(values.minutes ?? "10");
    const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
    const only = values.only?.split(",") ?? names;
    const isFit = minutes > 0 && Number.isSafeInteger(seed) && only.every((name) => names.includes(name));
    return isFit ? { minutes, only, seed } : undefined;
  } catch {
    return undefined; // An unknown flag: the usage says which there are.
  }
}
