// Describes a command for a question, with everything the user should see, and the variables that policy checks.
import { LEAVES_SANDBOX, type EnvVariable, type ToolCallUpdate } from "@parley/acp";
import { createId, truncate } from "@parley/base";
import { isSecretName, redact } from "@parley/policy";
import { TITLE_CHARS_MAX } from "../../limits.ts";

export type Variables = Readonly<Record<string, string>>;

/** Variables that agents set for their children and that do not change what a command does. */
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

/** The last one wins, as in a shell. */
export function toEnvironment(env: readonly EnvVariable[]): Variables {
  return Object.fromEntries(env.map(({ name, value }) => [name, value]));
}

/** Without those variables, so that an approved command also matches when the agent adds them. */
export function toDecidedEnvironment(environment: Variables): Variables {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !MARKS.has(name)));
}

/** Values that look like secrets are left out, because the question is recorded in the log. */
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

/** The whole value of a variable whose name says that it is a secret. */
function describeVariable(name: string, value: string): string {
  return isSecretName(name) ? `${name}=…` : redact(`${name}=${value}`);
}
