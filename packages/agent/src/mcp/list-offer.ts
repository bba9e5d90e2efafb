// Lists the tools of a session with their schemas and the prompts of MCP servers, and renders a prompt.
import { ParleyError } from "@parley/base";
import type { RenderedMessages, SlashCommand } from "../commands/command.ts";
import { toSpec } from "../tools/tool-set.ts";
import type { Tool } from "../tools/tool.ts";

export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly kind: string;
  /** Its MCP server. */
  readonly server?: string | undefined;
  readonly inputSchema: unknown;
}

export interface ListedServerPrompt {
  /** Name of the slash command. */
  readonly name: string;
  readonly server: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description?: string; readonly required: boolean }[];
}

export function listTools(tools: readonly Tool[]): readonly ListedTool[] {
  return tools.map((tool) => {
    const { name, description, inputSchema } = toSpec(tool);
    return { name, description, kind: tool.kind, ...(tool.server && { server: tool.server }), inputSchema };
  });
}

export function listPrompts(commands: readonly SlashCommand[]): readonly ListedServerPrompt[] {
  return commands.flatMap(({ name, prompt }) => {
    if (prompt === undefined) return [];
    const { server, description, arguments: declared } = prompt;
    return [{ name, server, description, arguments: declared }];
  });
}

/** By the name of its command, or by the server's name for it if that is unambiguous. Rejects with a ParleyError. */
export async function renderPrompt(
  commands: readonly SlashCommand[],
  name: string,
  values: string | Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<RenderedMessages> {
  const all = commands.flatMap((command) =>
    command.prompt === undefined ? [] : [{ ...command, prompt: command.prompt }],
  );
  const exact = all.filter((one) => one.name === name);
  const [found, ...others] = exact.length > 0 ? exact : all.filter(({ prompt }) => prompt.name === name);
  if (found !== undefined && others.length === 0) return found.prompt.render(values, signal);
  const known = all.map((one) => one.name).join(", ") || "none";
  const why = found === undefined ? "not found" : "offered by several servers";
  throw new ParleyError({ code: "bad_input", message: `name: prompt "${name}" is ${why}. Prompts: ${known}` });
}
