// Validates the fields of a mode and reports the first invalid one. Unknown fields are invalid too, because a misspelt
// tool_groups would otherwise give the mode every tool.
import { describeKnownNames } from "@parley/base";
import { APPROVAL_LEVELS } from "@parley/policy";
import { FILE_GROUPS, findGroupErrors } from "./groups.ts";
import { MODE_GROUPS_MAX, MODE_ID_CHARS_MAX, MODE_NAME_CHARS_MAX, MODE_TEXT_CHARS_MAX } from "../limits.ts";
import { SLOTS, type AgentMode, type ModeCategory, type ModeGroupAccess, type Slot } from "./mode.ts";

export interface FieldProblem {
  readonly field: string;
  readonly expected: string;
}

type Fields = Readonly<Record<string, unknown>>;

export const CATEGORIES: readonly ModeCategory[] = ["session", "llm_only", "prompt_only"];
export const MODE_FIELDS = [
  "$schema",
  "id",
  "slug",
  "name",
  "description",
  "when_to_use",
  "slot",
  "category",
  "tool_groups",
  "internal",
  "deprecated",
  "instructions",
] as const;
const KNOWN: readonly string[] = MODE_FIELDS;

/** `fileId`: the name of the file, the default for the id. `slotOf`: returns the slot of the mode that this one replaces. */
export function readMode(
  fields: Fields,
  fileId: string,
  slotOf: (id: string) => Slot | undefined,
): AgentMode | FieldProblem {
  try {
    return read(fields, fileId, slotOf);
  } catch (error) {
    if (error instanceof Misfit) return { field: error.field, expected: error.message };
    throw error;
  }
}

class Misfit extends Error {
  readonly field: string;

  constructor(field: string, expected: string) {
    super(expected);
    this.field = field;
  }
}

function read(fields: Fields, fileId: string, slotOf: (id: string) => Slot | undefined): AgentMode {
  const unknown = Object.keys(fields).find((field) => !KNOWN.includes(field));
  if (unknown !== undefined)
    throw new Misfit(unknown.slice(0, MODE_NAME_CHARS_MAX), describeKnownNames(unknown, KNOWN));
  const id = readId(fields, fileId);
  const description = required(fields, "description", MODE_TEXT_CHARS_MAX);
  const mode: AgentMode = {
    id,
    slot: oneOf(fields, "slot", SLOTS) ?? slotOf(id) ?? "coding",
    name: text(fields, "name", MODE_NAME_CHARS_MAX) ?? id,
    description,
    whenToUse: text(fields, "when_to_use", MODE_TEXT_CHARS_MAX) ?? description,
    category: oneOf(fields, "category", CATEGORIES) ?? "session",
    groups: readGroups(fields["tool_groups"]),
    // The size limit of the file applies.
    instructions: required(fields, "instructions", Number.POSITIVE_INFINITY),
    isInternal: flag(fields, "internal"),
    isDeprecated: flag(fields, "deprecated"),
  };
  const [error] = findGroupErrors(mode);
  if (error !== undefined)
    throw new Misfit("tool_groups", error.slice(error.indexOf("expected ") + "expected ".length));
  return mode;
}

function readId(fields: Fields, fileId: string): string {
  const field = fields["id"] === undefined && fields["slug"] !== undefined ? "slug" : "id";
  const id = text(fields, field, MODE_ID_CHARS_MAX) ?? fileId;
  if (!/^[a-z][a-z0-9_-]*$/.test(id) || id.length > MODE_ID_CHARS_MAX) {
    const shape = `lower-case letters, digits, - and _, starting with a letter, at most ${MODE_ID_CHARS_MAX} characters`;
    throw new Misfit(field, `${shape} (default: the file name)`);
  }
  if (APPROVAL_LEVELS.some((level) => level === id))
    throw new Misfit(field, `another id: ${id} is a level of approval`);
  return id;
}

function readGroups(value: unknown): AgentMode["groups"] {
  if (value === undefined || value === null) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > MODE_GROUPS_MAX) throw new Misfit("tool_groups", `${MODE_GROUPS_MAX} groups at most`);
  return list.map(readGroup);
}

function readGroup(value: unknown): string | ModeGroupAccess {
  if (typeof value === "string" && isName(value)) return value;
  const expected = "names of groups, or {group, file_regex}";
  if (typeof value !== "object" || value === null) throw new Misfit("tool_groups", expected);
  const { group, file_regex: fileRegex, ...others } = value as Fields;
  if (typeof group !== "string" || !isName(group) || Object.keys(others).length > 0) {
    throw new Misfit("tool_groups", expected);
  }
  if (fileRegex === undefined) return group;
  if (typeof fileRegex !== "string") throw new Misfit("file_regex", "a regular expression as a string");
  if (!FILE_GROUPS.includes(group)) {
    throw new Misfit(
      "file_regex",
      `only with ${FILE_GROUPS.join(", ")}: what ${group} touches is not known by its path`,
    );
  }
  return { group, fileRegex };
}

function isName(value: string): boolean {
  return value.trim() === value && value !== "" && value.length <= MODE_NAME_CHARS_MAX;
}

function required(fields: Fields, field: string, charsMax: number): string {
  const value = text(fields, field, charsMax);
  if (value === undefined) throw new Misfit(field, "a string; a mode needs instructions");
  return value;
}

/** Undefined if it is missing or empty. */
function text(fields: Fields, field: string, charsMax: number): string | undefined {
  const value = fields[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string" || value.length > charsMax) {
    throw new Misfit(field, Number.isFinite(charsMax) ? `a string of at most ${charsMax} characters` : "a text");
  }
  return value.trim() === "" ? undefined : value.trim();
}

function flag(fields: Fields, field: string): boolean | undefined {
  const value = fields[field];
  if (value === undefined || value === null || value === false) return undefined;
  if (value !== true) throw new Misfit(field, "true or false");
  return true;
}

function oneOf<Value extends string>(fields: Fields, field: string, values: readonly Value[]): Value | undefined {
  const value = fields[field];
  if (value === undefined || value === null) return undefined;
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) throw new Misfit(field, `one of ${values.join(", ")}`);
  return found;
}
