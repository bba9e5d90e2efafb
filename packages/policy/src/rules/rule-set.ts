// All compiled rules, by family, and the broken ones.
import type { Layer } from "../decision.ts";
import type { RequestKind } from "../request.ts";
import { CommandRules } from "./command-rules.ts";
import { FetchRules } from "./fetch-rules.ts";
import { PathRules } from "./path-rules.ts";
import { ToolRules } from "./tool-rules.ts";

/** A rule that could not be read. Until it is fixed, no request that it might cover is allowed. */
export interface BrokenRule {
  readonly layer: Layer;
  /** The list that contains it. */
  readonly list: string;
  /** Its index there; undefined if the list itself is broken. */
  readonly index: number | undefined;
  readonly id: string | undefined;
  readonly field: string;
  readonly expected: string;
  /** The requests that it might cover. */
  readonly kinds: readonly RequestKind[];
}

export interface RuleSet {
  readonly paths: PathRules;
  readonly commands: CommandRules;
  readonly fetches: FetchRules;
  readonly tools: ToolRules;
  readonly broken: readonly BrokenRule[];
  /** The first broken rule for each kind of request. */
  readonly brokenByKind: ReadonlyMap<RequestKind, BrokenRule>;
}

export function createRuleSet(broken: readonly BrokenRule[]): RuleSet {
  const brokenByKind = new Map<RequestKind, BrokenRule>();
  for (const rule of broken) {
    for (const kind of rule.kinds) if (!brokenByKind.has(kind)) brokenByKind.set(kind, rule);
  }
  const paths = new PathRules();
  const commands = new CommandRules();
  return { paths, commands, fetches: new FetchRules(), tools: new ToolRules(), broken, brokenByKind };
}

/** The location, for the user. */
export function describeBroken({ layer, list, index, id, field, expected }: BrokenRule): string {
  const place = index === undefined ? list : `${list}[${index}]`;
  const name = id === undefined ? "" : ` (${id})`;
  return `${layer} rules: ${place}${name}: ${field}: expected ${expected}`;
}
