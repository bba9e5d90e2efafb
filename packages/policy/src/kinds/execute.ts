// Run a command line.
import { toCommandCoverages } from "../commands/coverages.ts";
import { examineCommand } from "../commands/examine-command.ts";
import { findWrapping } from "../commands/wrappers.ts";
import type { CommandFacts, SimpleCommand } from "../facts.ts";
import { GROUP_BY_KIND } from "../modes.ts";
import { redact } from "../redact.ts";
import type { Kind } from "./kind.ts";

export const executeKind: Kind<"execute"> = {
  examine: examineCommand,
  need: () => ({ groups: [GROUP_BY_KIND.execute], files: [] }),
  subject: ({ command }) => redact(command),
  coverages: toCommandCoverages,
  takes: toCommandKeys,
  gives: toCommandKeys,
};

/** The parsed line, so that `npm test` and `bash -c "npm test"` have the same key. An unparsed line has no key. */
export function toCommandKeys({ commands, cwd, hasUnparsed, environment = [] }: CommandFacts): string[] {
  if (hasUnparsed) return [];
  const inner = commands.filter((command) => findWrapping(command) !== "transparent");
  const variables = environment.map(({ name, value }) => [name, value.text]);
  return [`execute:${JSON.stringify([cwd, variables, inner.map(toPlain)])}`];
}

function toPlain({ program, args, assignments, redirects, via }: SimpleCommand): unknown[] {
  return [
    program?.text,
    args.map(({ text, isLiteral }) => [text, isLiteral]),
    assignments.map(({ name, value }) => [name, value.text]),
    redirects.map(({ mode, target }) => [mode, target.text]),
    via.filter((way) => way !== "shell" && way !== "wrapper" && way !== "eval"),
  ];
}
