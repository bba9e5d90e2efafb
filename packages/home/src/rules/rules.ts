// What a rules file says: written rules, remembered choices, trusted folders, and what is wrong with it.
import { ParleyError, isObject, type JsonObject } from "@parley/base";
import {
  compileRules,
  parseChoices,
  parseTrustedFolders,
  toRuleError,
  type ParsedChoices,
  type TrustedFolder,
} from "@parley/policy";
import { describeMistake, parseUserJson } from "../user-files/parse-user-text.ts";

/** A rules file as JSON. Unknown fields are kept unchanged. */
export type RawRules = JsonObject;

export interface Rules {
  /** For `compileRules`: undefined without a file, null if it cannot be read, in which case Parley asks about everything. */
  readonly raw: unknown;
  readonly choices: ParsedChoices;
  readonly trusted: readonly TrustedFolder[];
  /** Each names its place; until it is fixed, Parley asks about anything it might cover. */
  readonly problems: readonly ParleyError[];
}

const RULES_VERSION = 1;

/** `path` for the messages; `text` is undefined without a file. */
export function parseRules(path: string, text: string | undefined): Rules {
  if (text === undefined) return toRules(undefined, []);
  const parsed = parseUserJson(text);
  return "value" in parsed ? toRules(parsed.value, []) : brokenRules(path, `${path} ${describeMistake(parsed)}`);
}

/** Its content is unknown, so Parley asks about everything. */
export function brokenRules(path: string, message: string, cause?: unknown): Rules {
  const remedy = { label: `Fix ${path}, or delete it; until then Parley asks about everything` };
  return toRules(null, [new ParleyError({ code: "bad_config", message, remedy, cause })]);
}

function toRules(raw: unknown, problems: readonly ParleyError[]): Rules {
  const fields = isObject(raw) ? raw : {};
  const choices = parseChoices(fields["choices"]);
  const broken = problems.length > 0 ? [] : [...compileRules([{ layer: "machine", raw }]).broken, ...choices.broken];
  return {
    raw,
    choices,
    trusted: parseTrustedFolders(fields["trusted"]),
    problems: [...problems, ...broken.map(toRuleError)],
  };
}

/** The file as an object that may be changed and written back, or an error: an unreadable file must not be overwritten. */
export function toEditable(path: string, rules: Rules): RawRules {
  const { raw, problems } = rules;
  if (raw === undefined) return { version: RULES_VERSION };
  if (isObject(raw) && (raw["version"] ?? RULES_VERSION) === RULES_VERSION) return { version: RULES_VERSION, ...raw };
  const message = problems[0]?.message ?? `${path} cannot be read`;
  const remedy = { label: `Fix ${path} first, or delete it` };
  throw new ParleyError({ code: "bad_config", message: `Nothing was changed: ${message}`, remedy });
}

/** A list of the file, empty if missing. */
export function listOf(path: string, raw: RawRules, name: string): readonly unknown[] {
  const list = raw[name];
  if (list === undefined) return [];
  if (Array.isArray(list)) return list;
  const remedy = { label: `Make ${name} a list, or remove it` };
  throw new ParleyError({ code: "bad_config", message: `Nothing was changed: ${path}: ${name} is not a list`, remedy });
}
