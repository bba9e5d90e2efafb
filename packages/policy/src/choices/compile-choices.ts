// Compiles the remembered choices that apply here into rules.
import { INLINE, toCoverage, UNSEEN } from "../concerns.ts";
import type { Layer } from "../decision.ts";
import { literalPart } from "../patterns/part.ts";
import { anyParts, type Sequence } from "../patterns/sequence.ts";
import type { Wildcard } from "../patterns/wildcard.ts";
import { toProgramName } from "../rules/program-name.ts";
import type { Rule } from "../rules/rule.ts";
import { createRuleSet, type BrokenRule, type RuleSet } from "../rules/rule-set.ts";
import { unmarkWord } from "../shell-words.ts";
import type { Choice, Scope } from "./choice.ts";
import { describeCoverage } from "./describe-choice.ts";

/** The session's workspace. */
export interface Here {
  readonly sessionId: string;
  readonly workspace: string;
}

const LAYERS: Readonly<Record<Scope["scope"], Layer>> = {
  session: "session",
  workspace: "workspace",
  always: "machine",
};

export function compileChoices(choices: readonly Choice[], here: Here, broken: readonly BrokenRule[] = []): RuleSet {
  const set = createRuleSet(broken);
  for (const [index, choice] of choices.entries()) if (isHere(choice.holds, here)) put(choice, index, set);
  return set;
}

function isHere(holds: Scope, { sessionId, workspace }: Here): boolean {
  if (holds.scope === "session") return holds.sessionId === sessionId;
  return holds.scope === "always" || holds.workspace === workspace;
}

function put({ id, verdict, holds, covers, including }: Choice, order: number, set: RuleSet): void {
  const ref = { source: "remembered", id, layer: LAYERS[holds.scope] } as const;
  const text = describeCoverage(covers);
  const rule: Rule = { ref, verdict, coverage: toCoverage(including), note: undefined, text, order };
  switch (covers.kind) {
    case "path":
      return set.paths.addExact({ ...rule, ...covers, kinds: new Set(covers.requests) });
    case "command":
      // The user saw these exact words.
      return set.commands.add({
        ...rule,
        coverage: rule.coverage | UNSEEN | INLINE,
        ...toSequences(toMatched(covers.words, verdict), covers.isPrefix),
      });
    case "fetch":
      return set.fetches.add({ ...rule, hosts: toLiterals(covers.host) });
    case "tool":
      return set.tools.add({ ...rule, ...ANY_TOOL, tools: toLiterals(covers.name), kinds: new Set(["tool"]) });
    case "mcp": {
      const tools = covers.name === undefined ? [] : toLiterals(covers.name);
      return set.tools.add({
        ...rule,
        ...ANY_TOOL,
        tools,
        servers: toLiterals(covers.server),
        kinds: new Set(["mcp"]),
      });
    }
  }
}

const ANY_TOOL = { tools: [], servers: [], toolKinds: new Set<never>() } as const;

function toLiterals(text: string): [Wildcard] {
  const lower = text.toLowerCase();
  return [{ text: lower, part: literalPart(lower) }];
}

/** An allow matches only the exact words; a deny matches every reading of them. */
function toMatched(words: readonly string[], verdict: Choice["verdict"]): readonly string[] {
  return verdict === "allow" ? words : words.map(unmarkWord);
}

function toSequences(
  [program = "", ...rest]: readonly string[],
  isPrefix: boolean,
): Record<"exact" | "folded", Sequence> {
  const end: Sequence = isPrefix ? [...rest.map(literalPart), anyParts] : rest.map(literalPart);
  return { exact: [literalPart(program), ...end], folded: [literalPart(toProgramName(program)), ...end] };
}
