// How agents' tools look: what to recognise one by, and what to say to it.
import { isObject } from "@parley/base";
import type { OfferedTool } from "../conversation.ts";
import type { Intent } from "../script/instruction.ts";

export type IntentOf<Kind extends Intent["kind"]> = Extract<Intent, { kind: Kind }>;

/** One style of tool: its name, and the input it takes for an intent; undefined if its schema does not fit after all. */
export interface ToolStyle<Kind extends Intent["kind"]> {
  readonly name: RegExp;
  toInput(intent: IntentOf<Kind>, tool: OfferedTool): Readonly<Record<string, unknown>> | string | undefined;
}

/** Without what a server's or a group's name puts before it: `mcp__acp__Read`, `developer__shell`. */
export function plainName({ name }: OfferedTool): string {
  return name.split(/__|\./).at(-1) ?? name;
}

function propertiesOf({ schema }: OfferedTool): Readonly<Record<string, unknown>> {
  return isObject(schema?.["properties"]) ? schema["properties"] : {};
}

/** The first of these names that the tool knows. */
export function propertyOf(tool: OfferedTool, ...names: readonly string[]): string | undefined {
  const properties = propertiesOf(tool);
  return names.find((name) => Object.hasOwn(properties, name));
}

export function typeOf(tool: OfferedTool, property: string): string {
  const schema = propertiesOf(tool)[property];
  return isObject(schema) ? String(schema["type"]).toLowerCase() : "";
}

/** The first of these words that the property may have. */
export function valueOf(tool: OfferedTool, property: string, ...words: readonly string[]): string | undefined {
  const schema = propertiesOf(tool)[property];
  const allowed = isObject(schema) && Array.isArray(schema["enum"]) ? (schema["enum"] as unknown[]) : [];
  return words.find((word) => allowed.includes(word));
}

/** Pairs each property name with its value; undefined if the tool lacks one of them. */
export function toInput(
  ...entries: readonly (readonly [string | undefined, unknown])[]
): Record<string, unknown> | undefined {
  return entries.every(([name]) => name !== undefined)
    ? (Object.fromEntries(entries) as Record<string, unknown>)
    : undefined;
}
