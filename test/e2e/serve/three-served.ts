// With PARLEY_TEST_STORE=three-nodes, every server of a test is three: two more on the same database, and a load balancer before them.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { basename } from "node:path";
import type { Place, RunOptions } from "../run-parley.ts";
import { openRoundRobin } from "./round-robin.ts";
import type { Started } from "./served.ts";

export const isThreeNodes: boolean = process.env["PARLEY_TEST_STORE"] === "three-nodes";
/** Short, because a test that kills its server waits until the lease is over. */
const LEASE = ["--lease-seconds", "3"];

interface Group extends Started {
  readonly othersEnded: Promise<void>;
}

/** What belongs to one server alone. */
const OWN = /^(server\.json|server\.log|.*\.claim|.*\.draft)$/;

/** The groups that were started in a home: one ends before the next one starts. */
const groups = new Map<string, Promise<void>>();

/** The first one is the test's own; the others have its settings, each in a home of its own, and end with it. */
export async function startGroup(
  place: Place,
  args: readonly string[],
  options: RunOptions,
  start: (args: readonly string[], options: RunOptions) => Promise<Started>,
): Promise<Group> {
  const home = options.env?.["PARLEY_HOME"] ?? place.home;
  await groups.get(home);
  const at = args.indexOf("--port");
  const own = [...(args.includes("--lease-seconds") ? [] : LEASE), ...(at < 0 ? args : args.toSpliced(at, 2))];
  const first = await start(own, options);
  const homes = await Promise.all([2, 3].map((index) => mkdtemp(`${home}-${index}-`)));
  const others = await Promise.all(
    homes.map(async (folder) => {
      await cp(home, folder, { recursive: true, filter: (path) => path === home || !OWN.test(basename(path)) });
      return start(own, { ...options, env: { ...options.env, PARLEY_HOME: folder } });
    }),
  );
  const ports = [first, ...others].map(({ url }) => Number(new URL(url).port));
  const balancer = await openRoundRobin(ports, at < 0 ? 0 : Number(args[at + 1]));
  const endOthers = async (): Promise<void> => {
    const { code } = await first.running.ended;
    for (const { running } of others) {
      running.child.kill("SIGCONT");
      running.child.kill(code === null ? "SIGKILL" : "SIGTERM");
    }
    await Promise.all(others.map(({ running }) => running.ended));
    await balancer[Symbol.asyncDispose]();
    for (const folder of homes) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  const othersEnded = endOthers();
  groups.set(home, othersEnded);
  return { ...first, url: balancer.url, othersEnded };
}
