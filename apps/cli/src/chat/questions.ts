// The agent's questions, put to a person line by line.
import {
  isUnknown,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type ElicitationPropertySchema,
  type Known,
  type PermissionOption,
  type RequestPermissionOutcome,
  type UnknownVariant,
} from "@parley/acp";
import type { Paint } from "./paint.ts";

/** Undefined means that there will be no answer. */
export type AskLine = (prompt: string, signal: AbortSignal) => Promise<string | undefined>;
export type Say = (text: string) => void;

type Value = string | number | boolean | string[];

/** Answers are keyed on the option's id: two options may be of the same kind. */
export async function askPermission(
  options: readonly PermissionOption[],
  signal: AbortSignal,
  { ask, say, paint }: { ask: AskLine; say: Say; paint: Paint },
): Promise<Known<RequestPermissionOutcome>> {
  say(options.map(({ name }, index) => `  ${paint("accent", String(index + 1))} ${name}`).join("\n"));
  for (;;) {
    const line = await ask(`May it? [1-${options.length}] `, signal);
    if (line === undefined) return { outcome: "cancelled" };
    const chosen =
      options[Number(line.trim()) - 1] ?? options.find(({ name }) => name.toLowerCase() === line.trim().toLowerCase());
    if (chosen !== undefined) return { outcome: "selected", optionId: chosen.optionId };
    say(paint("warn", "Type the number of one of the answers above."));
  }
}

/** A form is asked field by field; an empty line skips a field that may be left out. */
export async function askElicitation(
  request: CreateElicitationRequest,
  signal: AbortSignal,
  { ask, say, paint }: { ask: AskLine; say: Say; paint: Paint },
): Promise<Exclude<CreateElicitationResponse, UnknownVariant>> {
  if (isUnknown(request) || request.mode !== "form") return { action: "decline" };
  say(paint("bold", request.message));
  const { properties = {}, required } = request.requestedSchema;
  const content: Record<string, Value> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const isRequired = required?.includes(name) ?? false;
    const value = await askField(name, schema, isRequired, (prompt) => ask(prompt, signal), say);
    if (value === "gone") return { action: "cancel" };
    if (value !== undefined) content[name] = value.value;
  }
  return { action: "accept", content };
}

async function askField(
  name: string,
  schema: ElicitationPropertySchema,
  isRequired: boolean,
  ask: (prompt: string) => Promise<string | undefined>,
  say: Say,
): Promise<{ value: Value } | undefined | "gone"> {
  const label = isUnknown(schema) ? name : (schema.title ?? name);
  for (;;) {
    const line = await ask(`${label}${isRequired ? "" : " (optional)"}: `);
    if (line === undefined) return "gone";
    if (line === "" && !isRequired) return undefined;
    const value = readValue(schema, line);
    if (value !== undefined) return { value };
    say(`That is not a ${isUnknown(schema) ? "value" : schema.type}.`);
  }
}

function readValue(schema: ElicitationPropertySchema, line: string): Value | undefined {
  if (isUnknown(schema)) return line;
  switch (schema.type) {
    case "boolean":
      if (/^(y|yes|true|1)$/i.test(line)) return true;
      return /^(n|no|false|0)$/i.test(line) ? false : undefined;
    case "number":
    case "integer": {
      const number = Number(line);
      const fits =
        line.trim() !== "" && (schema.type === "number" ? Number.isFinite(number) : Number.isInteger(number));
      return fits ? number : undefined;
    }
    case "string":
      return line === "" ? undefined : line;
    case "array":
      return line.split(",").map((part) => part.trim());
  }
}
