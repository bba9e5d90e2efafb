// Reads one rule from JSON: its verdict, its conditions, and how to add it to a set; or what is wrong with it.
import { CONCERNS, toCoverage } from "../concerns.ts";
import type { Verdict } from "../decision.ts";
import { PATH_KINDS, REQUEST_KINDS, type RequestKind } from "../request.ts";
import { describeRule } from "./describe-rule.ts";
import { FAMILIES, type Family } from "./families.ts";
import { Fields, type Misfit, type RawRule } from "./fields.ts";
import type { Rule } from "./rule.ts";
import type { RuleSet } from "./rule-set.ts";

export const COMMON_FIELDS = ["id", "verdict", "kind", "note", "including"] as const;
export const VERDICTS = ["allow", "ask", "deny"] as const;

export type ReadRule = Omit<Rule, "ref" | "order"> & {
  readonly id: string | undefined;
  readonly put: (rule: Rule, set: RuleSet) => void;
};

export function readRule(raw: RawRule): ReadRule | (Misfit & { kinds: readonly RequestKind[] }) {
  const fields = new Fields(raw);
  const kinds = fields.someOf("kind", REQUEST_KINDS);
  const family = FAMILIES.find(
    (candidate) => kinds.length > 0 && kinds.every((kind) => candidate.kinds.includes(kind)),
  );
  if (family === undefined) fields.fail("kind", `kinds of one family: ${FAMILIES.map(nameFamily).join(" or ")}`);
  const verdict: Verdict = fields.oneOf("verdict", VERDICTS) ?? "ask";
  const including = fields.someOf("including", CONCERNS, 0);
  if (including.length > 0 && verdict !== "allow") fields.fail("including", "the verdict allow next to it");
  const id = fields.text("id");
  const note = fields.text("note");
  const put = family?.read(fields, kinds);
  const misfit = fields.finish([...COMMON_FIELDS, ...(family?.fields ?? [])]);
  if (misfit === undefined && put !== undefined) {
    return { id, note, verdict, coverage: toCoverage(including), text: describeRule(raw), put };
  }
  const concerned = family === undefined ? REQUEST_KINDS : concernedBy(family, kinds);
  return { field: "kind", expected: "a kind", ...misfit, kinds: concerned };
}

/** Requests that a broken rule about paths might cover. */
export function concernedByPaths(): readonly RequestKind[] {
  const family = FAMILIES.find(({ kinds }) => kinds.includes("read"));
  return concernedBy(family, PATH_KINDS);
}

function nameFamily({ kinds }: Family): string {
  return kinds.join(", ");
}

function concernedBy(family: Family | undefined, kinds: readonly RequestKind[]): readonly RequestKind[] {
  return [...new Set([...kinds, ...(family?.alsoIn ?? REQUEST_KINDS)])];
}
