// The resources of a server as one slash command: lists them, or sends one to the model by URI or name.
import { isObject } from "@parley/base";
import type { CommandContext, CommandResult, SlashCommand } from "../../commands/command.ts";
import type { ListedResource } from "../connection.ts";
import { MCP_LISTED_RESOURCES_MAX } from "../../mcp-limits.ts";
import { ContentReader } from "./content.ts";
import type { ServerReach } from "./server-reach.ts";

export function createResourceCommand(
  resources: readonly ListedResource[],
  name: string,
  reach: ServerReach,
): SlashCommand {
  return {
    name,
    description: `List the ${resources.length} resources of the MCP server ${reach.name}, or read one`,
    hint: "[uri or name] [what to do with it]",
    run: async (rest, context) => {
      const argument = rest.trim();
      return argument === "" ? { say: describeAll(resources, name) } : read(resources, argument, reach, context);
    },
  };
}

async function read(
  resources: readonly ListedResource[],
  argument: string,
  reach: ServerReach,
  { signal }: CommandContext,
): Promise<CommandResult> {
  const { connection, limits } = reach;
  if (connection === undefined) return { say: reach.describe() };
  const { uri, task } = parseArgument(resources, argument);
  let answer: unknown;
  try {
    answer = await connection.readResource(uri, signal);
  } catch (error) {
    return { say: signal.aborted ? "Cancelled." : `\`${uri}\` was not read. ${await reach.explain(error)}` };
  }
  const reader = new ContentReader(limits);
  const contents: readonly unknown[] = isObject(answer) && Array.isArray(answer["contents"]) ? answer["contents"] : [];
  for (const content of contents) reader.addResource(content);
  if (reader.isEmpty) return { say: `\`${uri}\` of the MCP server "${reach.name}" is empty.` };
  const { parts, files } = reader.finish();
  return { prompt: [...parts, ...files, ...(task === "" ? [] : [{ type: "text", text: task } as const])] };
}

/** Names may contain spaces, so the longest matching name is used; otherwise the first word is a URI. */
function parseArgument(
  resources: readonly ListedResource[],
  argument: string,
): { readonly uri: string; readonly task: string } {
  const starts = (name: string): boolean =>
    argument === name || (argument.startsWith(name) && /\s/.test(argument.charAt(name.length)));
  const named = resources
    .filter(({ isTemplate }) => !isTemplate)
    .flatMap(({ uri, name, title }) =>
      [uri, name, ...(title === undefined ? [] : [title])].map((key) => ({ uri, key })),
    )
    .filter(({ key }) => starts(key))
    .toSorted((a, b) => b.key.length - a.key.length)[0];
  if (named !== undefined) return { uri: named.uri, task: argument.slice(named.key.length).trim() };
  const [uri = argument] = argument.split(/\s/, 1);
  return { uri, task: argument.slice(uri.length).trim() };
}

function describeAll(resources: readonly ListedResource[], command: string): string {
  const rows = resources.slice(0, MCP_LISTED_RESOURCES_MAX).map(({ uri, name, title, description, isTemplate }) => {
    const label = title ?? name;
    const about = [label === uri ? "" : label, description].filter((text) => text !== "").join(": ");
    return `- \`${uri}\`${isTemplate ? " (replace the parts in braces)" : ""}${about === "" ? "" : ` – ${about}`}`;
  });
  const more = resources.length - rows.length;
  return [
    `\`/${command} <uri or name>\` sends one of these to the model:`,
    "",
    ...rows,
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join("\n");
}
