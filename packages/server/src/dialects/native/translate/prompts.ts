// Prompts of MCP servers: our agent offers them as slash commands, and so does this API.
import type { AvailableCommand } from "@parley/acp";

/** Our agent says at the end of a description which server a prompt is from. */
const FROM_SERVER = / \(MCP server (.+)\)$/;
/** Commands that are the agent's own. */
const OWN_COMMANDS = "commands";

export interface NativePrompt {
  readonly name: string;
  readonly description: string;
  readonly hint?: string | undefined;
}

/** By the extension that they are from. */
export function toPrompts(commands: readonly AvailableCommand[]): Readonly<Record<string, readonly NativePrompt[]>> {
  const groups = new Map<string, NativePrompt[]>();
  for (const { name, description, input } of commands) {
    const extension = FROM_SERVER.exec(description)?.[1] ?? OWN_COMMANDS;
    const hint = input?.hint;
    const prompt = { name, description: description.replace(FROM_SERVER, ""), ...(hint === undefined ? {} : { hint }) };
    const group = groups.get(extension);
    if (group === undefined) groups.set(extension, [prompt]);
    else group.push(prompt);
  }
  return Object.fromEntries(groups);
}

/** What to send so that the agent takes it for the command. */
export function toCommandLine(name: string, values: string | Readonly<Record<string, unknown>> | undefined): string {
  if (values === undefined) return `/${name}`;
  const rest = typeof values === "string" ? values : Object.entries(values).map(toPair).join(" ");
  return rest === "" ? `/${name}` : `/${name} ${rest}`;
}

function toPair([key, value]: readonly [string, unknown]): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `${key}="${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
