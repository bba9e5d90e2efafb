// `npm run faults`: kills the server, its agent and `parley run` before every write that they do, and once more in the middle of it.
import { parseArgs } from "node:util";
import { crashAgent, crashRun } from "./crashing-processes.ts";
import { crashServer, type Crash, type CrashResult } from "./crashing-turn.ts";

const ROLES: Readonly<Record<Crash["role"], (crash: Crash) => Promise<CrashResult>>> = {
  serve: crashServer,
  agent: crashAgent,
  run: crashRun,
};
/** After this many runs in a row that were not killed, no writes are left. Their number differs a little from time to time. */
const QUIET_MAX = 4;

const { values } = parseArgs({
  options: { role: { type: "string" }, from: { type: "string" }, step: { type: "string" } },
});
const roles = values.role === undefined ? (Object.keys(ROLES) as Crash["role"][]) : [values.role as Crash["role"]];
const [from, step] = [Number(values.from ?? "1"), Number(values.step ?? "1")];
let findings = 0;
for (const role of roles) findings += await tryEvery(role);
process.stdout.write(findings === 0 ? "No findings.\n" : `${findings} findings.\n`);
process.exitCode = findings === 0 ? 0 : 1;

async function tryEvery(role: Crash["role"]): Promise<number> {
  let found = 0;
  for (let at = from, quiet = 0; quiet < QUIET_MAX; at += step) {
    let isKilled = false;
    for (const isTorn of [false, true]) {
      const result = await tryOne({ role, at, isTorn });
      isKilled ||= result.isKilled;
      found += result.broken.length;
      for (const sentence of result.broken) {
        process.stdout.write(`${role}, write ${at}${isTorn ? ", torn" : ""}: ${sentence}\n`);
      }
    }
    quiet = isKilled ? 0 : quiet + 1;
    if (at % 10 === 0) process.stdout.write(`${role}: ${at} writes\n`);
  }
  return found;
}

/** Whatever is thrown is a finding, too. */
async function tryOne(crash: Crash): Promise<CrashResult> {
  try {
    return await ROLES[crash.role](crash);
  } catch (error) {
    return { broken: [error instanceof Error ? (error.stack ?? error.message) : String(error)], isKilled: true };
  }
}
