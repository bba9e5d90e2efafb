// `npm run bench`: measures Parley beside its rivals in one run, and prints medians, ratios and targets.
import { bundle } from "./bundle.ts";
import { parseFlags, USAGE, type Flags } from "./flags.ts";
import { readMachine } from "./machine.ts";
import { formatReport } from "./report/report.ts";
import type { SuiteResult } from "./result.ts";
import type { Suite } from "./suite.ts";
import { agent } from "./suites/agent.ts";
import { commandLine } from "./suites/command-line.ts";
import { importing } from "./suites/import.ts";
import { longLine } from "./suites/long-line.ts";
import { machine } from "./suites/machine.ts";
import { map } from "./suites/map.ts";
import { nodes } from "./suites/nodes.ts";
import { observe } from "./suites/observe.ts";
import { page } from "./suites/page.ts";
import { policy } from "./suites/policy.ts";
import { remote } from "./suites/remote.ts";
import { roundTrips } from "./suites/round-trips.ts";
import { run as runSuite } from "./suites/run.ts";
import { server } from "./suites/server.ts";
import { soak } from "./suites/soak.ts";
import { terminal } from "./suites/terminal.ts";
import { transcript } from "./suites/transcript.ts";
import { updates } from "./suites/updates.ts";
import { vscode } from "./suites/vscode.ts";

const suites: readonly Suite[] = [
  updates,
  roundTrips,
  importing,
  longLine,
  transcript,
  policy,
  machine,
  commandLine,
  runSuite,
  agent,
  observe,
  server,
  remote,
  terminal,
  page,
  map,
  nodes,
  vscode,
  soak,
];

// It costs every Node 50 ms at its start, a bare one too, and would flatter ratios.
delete process.env["NODE_EXTRA_CA_CERTS"];

const flags = readFlags();
if (flags !== undefined) process.stdout.write(`${await run(flags)}\n`);

function readFlags(): Flags | undefined {
  try {
    return parseFlags(
      process.argv.slice(2),
      suites.map(({ name }) => name),
    );
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
    process.exitCode = 1;
    return undefined;
  }
}

async function run({ rounds, only, quick, profileFolder, format }: Flags): Promise<string> {
  await bundle();
  const results: SuiteResult[] = [];
  for (const suite of suites) {
    if (only === undefined ? suite.isLong !== true : only === suite.name) {
      results.push(await suite.run({ rounds, quick, profileFolder, progress }));
    }
  }
  return formatReport({ machine: readMachine(), rounds, suites: results }, format);
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
