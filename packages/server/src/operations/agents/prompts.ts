// Prompts of MCP servers, and the slash commands of an agent.
import type { AvailableCommand } from "@parley/acp";
import type { SessionOffer } from "@parley/hub";
import { FieldError } from "../input/field-error.ts";

type OfferedPrompt = SessionOffer["prompts"][number];

/** Our agent names a command's server at the end of its description. */
const FROM_SERVER = / \(MCP server (.+)\)$/;
/** Commands that are the agent's own. */
const OWN_COMMANDS = "commands";

export interface NativePrompt {
  readonly name: string;
  readonly description: string;
  readonly hint?: string | undefined;
  readonly arguments?: OfferedPrompt["arguments"] | undefined;
}

/** By the extension that they are from. */
export function toPrompts({
  commands,
  prompts,
}: {
  readonly commands: readonly AvailableCommand[];
  readonly prompts: readonly OfferedPrompt[];
}): Readonly<Record<string, readonly NativePrompt[]>> {
  const groups = new Map<string, NativePrompt[]>();
  const add = (extension: string, prompt: NativePrompt): void => {
    const group = groups.get(extension);
    if (group === undefined) groups.set(extension, [prompt]);
    else group.push(prompt);
  };
  for (const { name, server, description, arguments: declared } of prompts) {
    add(server, { name, description, arguments: declared });
  }
  for (const { name, description, input } of commands) {
    if (prompts.some((prompt) => prompt.name === name)) continue;
    const extension = FROM_SERVER.exec(description)?.[1] ?? OWN_COMMANDS;
    const hint = input?.hint;
    add(extension, {
      name,
      description: description.replace(FROM_SERVER, ""),
      ...(hint === undefined ? {} : { hint }),
    });
  }
  return Object.fromEntries(groups);
}

/** MCP only has text. */
export function toValues(
  given: string | Readonly<Record<string, unknown>> | undefined,
): string | Readonly<Record<string, string>> {
  if (given === undefined || typeof given === "string") return given ?? {};
  return Object.fromEntries(Object.entries(given).map(toValue));
}

function toValue([key, value]: readonly [string, unknown]): readonly [string, string] {
  if (typeof value === "string") return [key, value];
  if (typeof value === "number" || typeof value === "boolean") return [key, String(value)];
  throw new FieldError(`arguments.${key}`, "expected a string, a number or a boolean");
}

/** The text that the agent recognises as the command. */
export function toCommandLine(name: string, values: string | Readonly<Record<string, unknown>> | undefined): string {
  if (values === undefined) return `/${name}`;
  const rest = typeof values === "string" ? values : Object.entries(values).map(toPair).join(" ");
  return rest === "" ? `/${name}` : `/${name} ${rest}`;
}

function toPair([key, value]: readonly [string, unknown]): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `${key}="${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
