// `npm run test:compat [name…]`: drives third-party agents with our client against the stub model, and prints a table.
import { spawnSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../repository/workspaces.ts";
import type { AgentRecipe } from "./agents/recipe.ts";
import { agents } from "./agents/table.ts";
import { CHECK_NAMES, type CheckName } from "./checks/names.ts";
import { installAgent } from "./install.ts";
import { AGENTS_AT_ONCE } from "./limits.ts";
import { formatReport, hasFailed } from "./report.ts";
import { startRun, type AgentResult } from "./start-run.ts";

const USAGE = `npm run test:compat -- [--only CHECK,…] [--trace FOLDER] [AGENT…]
npm run test:compat -- clients

  clients  our own agent with every client that others make, those that bring their own Node too

  AGENT    ${agents.map(({ name }) => name).join(", ")};
           without any: those that run on this Node; \`all\`: those that bring their own Node too
  --only   some of the checks: ${CHECK_NAMES.join(", ")}
  --trace  write down there what passes between client and agent
`;

interface Task {
  readonly recipes: readonly AgentRecipe[];
  readonly only: readonly CheckName[] | undefined;
  readonly traceFolder: string | undefined;
}

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupted.abort());

if (process.argv[2] === "clients") process.exit(runClients());
const task = readTask();
if (task === undefined) process.exitCode = 2;
else {
  if (task.traceFolder !== undefined) await mkdir(task.traceFolder, { recursive: true });
  const results = await runAll(task);
  process.stdout.write(`${formatReport(results)}\n`);
  if (hasFailed(results)) process.exitCode = 1;
}

/** They are tests; the heavy ones run only here. */
function runClients(): number {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const env = { ...process.env, PARLEY_TEST_CLIENTS: "all" };
  const { status } = spawnSync(process.execPath, [vitest, "run", "test/compat/clients"], {
    cwd: root,
    env,
    stdio: "inherit",
  });
  return status ?? 1;
}

function readTask(): Task | undefined {
  try {
    const options = { only: { type: "string" }, trace: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const only = values.only?.split(",").map((name) => toName(name, CHECK_NAMES, "check"));
    return { recipes: chooseAgents(positionals), only, traceFolder: values.trace };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return undefined;
  }
}

function chooseAgents(names: readonly string[]): readonly AgentRecipe[] {
  if (names.includes("all")) return agents;
  if (names.length === 0) return agents.filter(({ node }) => node === undefined);
  const known = agents.map(({ name }) => name);
  const chosen = names.map((name) => toName(name, known, "agent"));
  return agents.filter(({ name }) => chosen.includes(name));
}

function toName<Name extends string>(text: string, names: readonly Name[], what: string): Name {
  const found = names.find((name) => name === text);
  if (found === undefined) throw new Error(`Unknown ${what} ${text}.`);
  return found;
}

/** A few at a time, in the order of the table. */
async function runAll({ recipes, ...options }: Task): Promise<readonly AgentResult[]> {
  const results: AgentResult[] = [];
  const left = [...recipes.entries()];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined && !interrupted.signal.aborted; next = left.shift()) {
      const [at, recipe] = next;
      results[at] = await runOne(recipe, options);
    }
  };
  await Promise.all(Array.from({ length: AGENTS_AT_ONCE }, work));
  // Those that were not reached are not there.
  return results.filter((result) => result !== undefined);
}

async function runOne(recipe: AgentRecipe, options: Omit<Task, "recipes">): Promise<AgentResult> {
  const say = (text: string): void => void process.stderr.write(`${recipe.name.padEnd(10)} ${text}\n`);
  try {
    const installed = await installAgent(recipe, say);
    return await startRun(recipe, {
      ...options,
      installed,
      signal: interrupted.signal,
      onCell: ({ check, outcome, ms, note }) =>
        say(`${check} ${outcome} ${ms} ms${note === undefined ? "" : `: ${note}`}`),
    });
  } catch (error) {
    const trouble = error instanceof Error ? error.message : String(error);
    say(trouble);
    return { recipe, cells: [], trouble: [trouble] };
  }
}
