// `npm run soak`: three servers on PostgreSQL at 60 % of what they can do, for an hour: does anything grow after the first quarter?
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { withCluster, type Cluster } from "./nodes/cluster.ts";
import { SoakLoad } from "./nodes/soak-load.ts";
import { middle, readState, type SoakState } from "./nodes/soak-state.ts";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "60" } } });
const minutes = Number(values.minutes);
const CONVERSATIONS = 9;
const PART = 0.6;
const CALIBRATE_MS = 20_000;
const LOOKS = 12;
/** Of one server: those of its pool, and one that listens. */
const CONNECTIONS_MAX = 11;
/** Of the servers' memory, after the first quarter. */
const GROWTH_MAX = 1.1;

delete process.env["NODE_EXTRA_CA_CERTS"];
if (!(minutes >= 4)) {
  process.stderr.write("npm run soak -- [--minutes N]   at least 4 (default: 60)\n");
  process.exitCode = 2;
} else process.exitCode = (await withCluster({ count: 3 }, soak)) ? 0 : 1;

async function soak({ nodes, postgres, folder }: Cluster): Promise<boolean> {
  const most = await calibrate({ nodes, postgres, folder });
  process.stdout.write(`at most ${most.toFixed(1)} turns/s; now ${(most * PART).toFixed(1)} for ${minutes} minutes\n`);
  await using load = new SoakLoad(nodes, folder, CONVERSATIONS, most * PART);
  const states: SoakState[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const looks: SoakState[] = [];
    for (let look = 0; look < LOOKS; look += 1) {
      await sleep(60_000 / LOOKS);
      looks.push(await readState(nodes, postgres));
    }
    const state = middle(looks);
    states.push(state);
    process.stdout.write(`minute ${minute}: ${describe(state)}, ${load.turns} turns, ${load.failed} failed\n`);
    for (const reason of load.takeReasons()) process.stdout.write(`  failed: ${reason}\n`);
  }
  return report(states);
}

async function calibrate({ nodes, folder }: Cluster): Promise<number> {
  await using load = new SoakLoad(nodes, folder, CONVERSATIONS, undefined);
  // Agents start first.
  await sleep(CALIBRATE_MS / 2);
  const before = load.turns;
  await sleep(CALIBRATE_MS);
  return ((load.turns - before) / CALIBRATE_MS) * 1_000;
}

/** The last quarter beside the second one. */
function report(states: readonly SoakState[]): boolean {
  const quarter = Math.floor(states.length / 4);
  const [before, after] = [middle(states.slice(quarter, 2 * quarter)), middle(states.slice(-quarter))];
  const ratios = after.rssMb.map((mb, index) => mb / (before.rssMb[index] ?? Number.NaN));
  process.stdout.write(`second quarter: ${describe(before)}\nlast quarter:   ${describe(after)}\n`);
  const isFlat = ratios.every((ratio) => ratio <= GROWTH_MAX);
  const descriptors = after.descriptors.every((count, index) => count <= (before.descriptors[index] ?? 0) * GROWTH_MAX);
  // A pool closes what it has not needed for a while, so the number goes up and down below its limit.
  const connections = after.connections <= after.rssMb.length * CONNECTIONS_MAX;
  const backends = after.backendMb <= before.backendMb * GROWTH_MAX;
  process.stdout.write(
    `RSS ${ratios.map((ratio) => ratio.toFixed(2)).join(", ")} of before: ${isFlat ? "flat" : "GROWS"}\n`,
  );
  process.stdout.write(`descriptors ${descriptors ? "flat" : "GROW"}, connections ${connections ? "flat" : "GROW"}, `);
  process.stdout.write(`memory of connections ${backends ? "flat" : "GROWS"}\n`);
  return isFlat && descriptors && connections && backends;
}

function describe({ rssMb, descriptors, connections, backendMb }: SoakState): string {
  const rss = rssMb.map((mb) => mb.toFixed(0)).join("/");
  return `RSS ${rss} MB, descriptors ${descriptors.join("/")}, ${connections} connections of ${backendMb.toFixed(1)} MB`;
}
