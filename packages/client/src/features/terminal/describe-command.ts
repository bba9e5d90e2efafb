// A command that is asked about, with everything that a person should see of it, and the variables that policy looks at.
import { LEAVES_SANDBOX, type EnvVariable, type ToolCallUpdate } from "@parley/acp";
import { createId, truncate } from "@parley/base";
import { isSecretName, redact } from "@parley/policy";
import { TITLE_CHARS_MAX } from "../../limits.ts";

export type Variables = Readonly<Record<string, string>>;

/** Agents mark their children with these, or tell them what they write to; none of them changes what a command does. */
const MARKS: ReadonlySet<string> = new Set([
  "AGENT",
  "CLAUDECODE",
  "CLAUDE_CODE_ENTRYPOINT",
  "COLORTERM",
  "COLUMNS",
  "FORCE_COLOR",
  "GEMINI_CLI",
  "GOOSE_TERMINAL",
  "LINES",
  "NO_COLOR",
  "QWEN_CODE",
  "TERM",
]);

/** The last one counts, as in a shell. */
export function toEnvironment(env: readonly EnvVariable[]): Variables {
  return Object.fromEntries(env.map(({ name, value }) => [name, value]));
}

/** Without marks: a permission was asked for the command, and the same command with a mark is what it was asked for. */
export function toDecidedEnvironment(environment: Variables): Variables {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !MARKS.has(name)));
}

/** Values that look like secrets are left out: the question goes into the log. */
export function describeCommand(
  line: string,
  cwd: string,
  environment: Variables,
  leaves: boolean = false,
): ToolCallUpdate {
  const env = Object.entries(environment).map(([name, value]) => describeVariable(name, value));
  const shown = truncate(line, TITLE_CHARS_MAX);
  return {
    toolCallId: `parley-${createId()}`,
    kind: "execute",
    title: leaves ? `Outside the sandbox: \`${shown}\`` : `\`${shown}\``,
    rawInput: { command: line, cwd, ...(env.length > 0 && { env }) },
    ...(leaves && { _meta: LEAVES_SANDBOX }),
  };
}

/** All of a value that is called a secret, whatever is in it. */
function describeVariable(name: string, value: string): string {
  return isSecretName(name) ? `${name}=…` : redact(`${name}=${value}`);
}
