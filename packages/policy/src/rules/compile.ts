// Compiles rules from JSON, layer by layer. A broken rule is reported, and every request that it might cover needs
// approval.
import { describeKnownNames, isObject } from "@parley/base";
import { NONE } from "../concerns.ts";
import type { Layer } from "../decision.ts";
import { RULES_MAX } from "../limits.ts";
import { PATH_KINDS, REQUEST_KINDS } from "../request.ts";
import { Fields } from "./fields.ts";
import { concernedByPaths, readRule } from "./read-rule.ts";
import type { Rule } from "./rule.ts";
import { createRuleSet, type BrokenRule, type RuleSet } from "./rule-set.ts";
import { describePattern, fromToolPattern } from "./tool-pattern.ts";

/** The rules of one layer. Those of a workspace count only if the user trusts it. */
export type RuleSource =
  | { readonly layer: "machine" | "session"; readonly raw: unknown }
  | { readonly layer: "workspace"; readonly raw: unknown; readonly isTrusted: boolean };

export const FORMAT_VERSION = 1;

type ListName = "rules" | "autoReject" | "autoAllow";

interface List {
  readonly expected: (value: unknown) => string;
  readonly toRules: (value: unknown) => readonly unknown[] | undefined;
}

const LISTS: Readonly<Record<ListName, List>> = {
  rules: { expected: () => "an object", toRules: (value) => [value] },
  autoReject: {
    expected: (value) => describePattern(value, "deny"),
    toRules: (value) => fromToolPattern(value, "deny"),
  },
  autoAllow: {
    expected: (value) => describePattern(value, "allow"),
    toRules: (value) => fromToolPattern(value, "allow"),
  },
};
const LIST_NAMES = ["rules", "autoReject", "autoAllow"] as const;
/** `choices` and `trusted` are in the same file and are read elsewhere; `$schema` is for editors. */
export const FILE_KEYS = [
  "$schema",
  "version",
  "rules",
  "autoReject",
  "autoAllow",
  "zones",
  "choices",
  "trusted",
] as const;

type Put = (set: RuleSet) => void;

/** Compile once, decide often. */
export function compileRules(sources: readonly RuleSource[]): RuleSet {
  const compiler = new Compiler();
  for (const source of sources) {
    if (source.layer !== "workspace" || source.isTrusted) compiler.addLayer(source.layer, source.raw);
  }
  return compiler.finish();
}

class Compiler {
  readonly #broken: BrokenRule[] = [];
  readonly #puts: Put[] = [];
  #order = 0;

  addLayer(layer: Layer, raw: unknown): void {
    if (raw === undefined) return;
    if (!isObject(raw)) return this.#fail({ layer, list: "rules", field: "file", expected: "an object" });
    const { version } = raw;
    if (version !== undefined && version !== FORMAT_VERSION) {
      return this.#fail({ layer, list: "rules", field: "version", expected: `${FORMAT_VERSION}` });
    }
    const unknown = Object.keys(raw).find((key) => !(FILE_KEYS as readonly string[]).includes(key));
    if (unknown !== undefined) {
      this.#fail({ layer, list: "rules", field: unknown, expected: describeKnownNames(unknown, FILE_KEYS) });
    }
    for (const list of LIST_NAMES) this.#addList(layer, list, raw[list]);
    this.#addZones(layer, raw["zones"]);
  }

  finish(): RuleSet {
    const set = createRuleSet(this.#broken);
    for (const put of this.#puts) put(set);
    return set;
  }

  #addList(layer: Layer, list: ListName, raw: unknown): void {
    if (raw === undefined) return;
    if (!Array.isArray(raw)) return this.#fail({ layer, list, field: list, expected: "a list" });
    if (raw.length > RULES_MAX) {
      this.#fail({ layer, list, index: RULES_MAX, field: list, expected: `at most ${RULES_MAX} rules` });
    }
    const { expected, toRules } = LISTS[list];
    for (const [index, value] of raw.slice(0, RULES_MAX).entries()) {
      const rules = toRules(value);
      if (rules === undefined) this.#fail({ layer, list, index, field: "rule", expected: expected(value) });
      else for (const rule of rules) this.#addRule({ layer, list, index }, rule);
    }
  }

  #addZones(layer: Layer, raw: unknown): void {
    if (raw === undefined) return;
    const broken = { layer, list: "zones", kinds: concernedByPaths() };
    if (!isObject(raw)) return this.#fail({ ...broken, field: "zones", expected: "an object" });
    const fields = new Fields(raw);
    const allow = fields.globs("allow", 0);
    const deny = fields.globs("deny", 0);
    const misfit = fields.finish(["allow", "deny"]);
    if (misfit !== undefined) this.#fail({ ...broken, ...misfit });
    const ref = { source: "rule", id: `${layer}:zones.deny`, layer } as const;
    const base = { ref, coverage: NONE, note: undefined, verdict: "deny", kinds: new Set(PATH_KINDS) } as const;
    const order = (this.#order += 1);
    this.#puts.push((set) => {
      for (const glob of deny) set.paths.add({ ...base, text: `zone ${glob.text}`, order }, [glob]);
      if (allow.length > 0) set.paths.confine({ ref: { ...ref, id: `${layer}:zones.allow` }, globs: allow });
    });
  }

  #addRule(place: Place, raw: unknown): void {
    const read = isObject(raw) ? readRule(raw) : { field: "rule", expected: "an object", kinds: REQUEST_KINDS };
    if ("put" in read) {
      const { id = `${place.layer}:${place.list}[${place.index}]`, put, ...rest } = read;
      const rule: Rule = { ...rest, ref: { source: "rule", id, layer: place.layer }, order: (this.#order += 1) };
      this.#puts.push((set) => put(rule, set));
    } else {
      const id = isObject(raw) && typeof raw["id"] === "string" ? raw["id"] : undefined;
      this.#fail({ ...place, ...read, id });
    }
  }

  #fail(broken: Partial<BrokenRule> & Pick<BrokenRule, "layer" | "list" | "field" | "expected">): void {
    this.#broken.push({ index: undefined, id: undefined, kinds: REQUEST_KINDS, ...broken });
  }
}

interface Place {
  readonly layer: Layer;
  readonly list: ListName;
  readonly index: number;
}
