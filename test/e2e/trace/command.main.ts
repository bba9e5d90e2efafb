// `parley trace …` from source, as its own program.
import { commandHelp } from "../../../apps/cli/src/arguments/help-text.ts";
import { parseArguments } from "../../../apps/cli/src/arguments/parse-arguments.ts";
import type { Usage } from "../../../apps/cli/src/arguments/usage.ts";
import type { CommandContext, Run } from "../../../apps/cli/src/command.ts";
import { describeError } from "../../../apps/cli/src/describe-error.ts";
import { exitCodeOfError } from "../../../apps/cli/src/exit-code-of.ts";
import * as usages from "../../../apps/cli/src/usage/trace.ts";

const LOADERS: Readonly<Record<string, () => Promise<unknown>>> = {
  show: () => import("../../../apps/cli/src/commands/trace/show.ts"),
  stats: () => import("../../../apps/cli/src/commands/trace/stats.ts"),
  validate: () => import("../../../apps/cli/src/commands/trace/validate.ts"),
  query: () => import("../../../apps/cli/src/commands/trace/query.ts"),
  diff: () => import("../../../apps/cli/src/commands/trace/diff.ts"),
  export: () => import("../../../apps/cli/src/commands/trace/export.ts"),
  replay: () => import("../../../apps/cli/src/commands/trace/replay.ts"),
};

const [name = "", ...argv] = process.argv.slice(2);

async function main(): Promise<number> {
  const all: readonly Usage[] = Object.values(usages);
  const usage = all.find((each) => each.name === `trace ${name}`);
  if (usage === undefined) throw new Error(`Unknown command: trace ${name}`);
  const args = parseArguments(usage, argv);
  if (args.flags["help"] === true) {
    process.stdout.write(`${commandHelp(usage)}\n`);
    return 0;
  }
  const load = LOADERS[name];
  if (load === undefined) throw new Error(`Nothing is said of how to load trace ${name}`);
  const { run } = (await load()) as { readonly run: Run };
  const settings = { color: "never" } as CommandContext["settings"];
  return run(args, { settings, cwd: process.cwd(), log: { write: () => undefined } } as unknown as CommandContext);
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`parley: ${describeError(error)}\n`);
    process.exitCode = exitCodeOfError(error);
  },
);
