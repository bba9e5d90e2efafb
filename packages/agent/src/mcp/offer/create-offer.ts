// Everything a server offers, as tools and commands. Heavy: loaded with the connection.
import type { SlashCommand } from "../../commands/command.ts";
import type { Tool } from "../../tools/tool.ts";
import type { Lists } from "../connection.ts";
import type { ToolNames } from "../names.ts";
import { createMcpTool } from "./create-tool.ts";
import { createPromptCommand } from "./prompt-command.ts";
import { createResourceCommand } from "./resource-command.ts";
import type { ServerReach } from "./server-reach.ts";

export interface Offer {
  readonly tools: readonly Tool[];
  readonly commands: readonly SlashCommand[];
}

export function createOffer(lists: Lists, names: ToolNames, reach: ServerReach): Offer {
  const listed = new Map(lists.tools.map((tool) => [tool.name, tool]));
  const assigned = names.assign([...listed.keys()]);
  const tools = [...listed.values()].flatMap((tool) => {
    const name = assigned.get(tool.name);
    return name === undefined ? [] : [createMcpTool(tool, name, reach)];
  });
  return { tools, commands: createCommands(lists, reach) };
}

function createCommands({ prompts, resources }: Lists, reach: ServerReach): SlashCommand[] {
  const commands = new Map<string, SlashCommand>();
  for (const prompt of prompts) {
    const name = toCommandName(reach.slug, prompt.name, commands);
    commands.set(name, createPromptCommand(prompt, name, reach));
  }
  if (resources.length > 0) {
    const name = toCommandName(reach.slug, "resource", commands);
    commands.set(name, createResourceCommand(resources, name, reach));
  }
  return [...commands.values()];
}

/** Without white space; duplicates get a number. */
function toCommandName(slug: string, name: string, taken: ReadonlyMap<string, unknown>): string {
  const wanted = `${slug}:${name.trim().replaceAll(/\s+/g, "-")}`;
  let unique = wanted;
  for (let number = 2; taken.has(unique); number += 1) unique = `${wanted}-${number}`;
  return unique;
}
