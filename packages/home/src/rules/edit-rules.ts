// Changes to a rules file, as functions from one content to the next. Parts that are not understood are kept, or the change is refused.
import { createId, ParleyError, isObject } from "@parley/base";
import { compileRules, parseChoices, remember, revoke, toRuleError, type Choice } from "@parley/policy";
import { SESSION_CHOICE_AGE_MS } from "../limits.ts";
import { describeEntry, listRules, type ListedRule, type RuleList } from "./list-rules.ts";
import { listOf, type RawRules, type Rules } from "./rules.ts";

/** A rule as docs/rules.md has it, or a pattern such as `execute(npm run *)`. */
export type NewRule = { readonly rule: RawRules } | { readonly autoAllow: string } | { readonly autoReject: string };

/** The file, its path for messages, and its content. */
export interface Editable {
  readonly path: string;
  readonly file: RawRules;
  readonly rules: Rules;
}

export interface Edited<Result> {
  /** The same object if nothing changed. */
  readonly file: RawRules;
  readonly result: Result;
}

export function addRule({ path, file }: Editable, rule: NewRule): Edited<ListedRule> {
  const { list, value } = toEntry(rule);
  checkEntry(list, value);
  const entries = listOf(path, file, list);
  const known = entries.map((entry, index) => describeEntry(list, entry, index));
  // A repeated pattern adds nothing.
  const same = list === "rules" ? -1 : entries.indexOf(value);
  if (same !== -1) return { file, result: describeEntry(list, value, same) };
  const result = describeEntry(list, value, entries.length);
  if (known.some(({ id }) => id === result.id)) throw usage(`Rule ${result.id} already exists`);
  return { file: { ...file, [list]: [...entries, value] }, result };
}

export function revokeRule({ path, file, rules }: Editable, id: string): Edited<ListedRule> {
  const result = find(listRules(rules), id);
  const { type, verdict } = result;
  if (type === "choice") {
    const { unread, choices } = rules.choices;
    return { file: { ...file, choices: [...unread, ...revoke(choices, result.id)] }, result };
  }
  if (type === "zone") {
    const zones = isObject(file["zones"]) ? Object.entries(file["zones"]) : [];
    return { file: { ...file, zones: Object.fromEntries(zones.filter(([name]) => name !== verdict)) }, result };
  }
  const list = type === "rule" ? "rules" : type;
  const kept = listOf(path, file, list).filter((entry, index) => describeEntry(list, entry, index).id !== result.id);
  return { file: { ...file, [list]: kept }, result };
}

export function rememberChoices({ path, file }: Editable, made: readonly Choice[], nowMs: number): Edited<void> {
  const { unread, choices } = parseChoices(listOf(path, file, "choices"));
  const kept = choices.filter((choice) => !isOutlived(choice, nowMs));
  return { file: { ...file, choices: [...unread, ...made.reduce(remember, kept)] }, result: undefined };
}

/** Sessions come and go, and their choices are never revoked by hand. */
function isOutlived({ holds, madeAtMs }: Choice, nowMs: number): boolean {
  return holds.scope === "session" && nowMs - madeAtMs > SESSION_CHOICE_AGE_MS;
}

function toEntry(rule: NewRule): { readonly list: RuleList; readonly value: unknown } {
  if ("autoAllow" in rule) return { list: "autoAllow", value: rule.autoAllow };
  if ("autoReject" in rule) return { list: "autoReject", value: rule.autoReject };
  return { list: "rules", value: { id: createId(), ...rule.rule } };
}

function checkEntry(list: RuleList, value: unknown): void {
  const [broken] = compileRules([{ layer: "machine", raw: { [list]: [value] } }]).broken;
  if (broken === undefined) return;
  const what = typeof value === "string" ? `${JSON.stringify(value)} is not a rule` : `Not a rule: ${broken.field}`;
  const remedy = { label: "Read the format", command: "parley rules add --help" };
  const message = `${what}: expected ${broken.expected}`;
  throw new ParleyError({ code: "usage", message, remedy, cause: toRuleError(broken) });
}

function find(listed: readonly ListedRule[], id: string): ListedRule {
  const exact = listed.find((rule) => rule.id === id);
  if (exact !== undefined) return exact;
  const alike = id === "" ? [] : listed.filter((rule) => rule.type === "choice" && rule.id.startsWith(id));
  if (alike.length === 1 && alike[0] !== undefined) return alike[0];
  throw usage(alike.length === 0 ? `Rule ${JSON.stringify(id)} not found` : `Several rules begin with ${id}`);
}

function usage(message: string): ParleyError {
  const remedy = { label: "List the rules", command: "parley rules list" };
  return new ParleyError({ code: "usage", message, remedy });
}
