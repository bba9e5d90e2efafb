// The one function that decides whether an agent may do something.
import type { AuditEntry, Decision } from "./decision.ts";
import { covers, type Grant } from "./grants.ts";
import type { Objection, Sets } from "./item.ts";
import type { Kind } from "./kinds/kind.ts";
import { KINDS } from "./kinds/table.ts";
import type { ApprovalLevel } from "./levels.ts";
import { SUBJECT_CHARS_MAX } from "./limits.ts";
import { permits, type Mode } from "./modes.ts";
import type { PolicyFacts, PolicyRequest, RequestKind } from "./request.ts";
import { describeBroken } from "./rules/rule-set.ts";
import { findDanger, settle, toGranted } from "./precedence.ts";
import { shorten } from "./text.ts";

/** Everything besides the request and its facts that affects the decision. */
export interface PolicyRules extends Sets {
  readonly level: ApprovalLevel;
  readonly mode?: Mode | undefined;
  /** The current turn, and what was granted in it. */
  readonly turnId?: string | undefined;
  readonly grants?: readonly Grant[] | undefined;
}

export function decide<K extends RequestKind>(
  request: PolicyRequest<K>,
  facts: PolicyFacts<K>,
  rules: PolicyRules,
): Decision {
  const kind: Kind<K> = KINDS[request.kind];
  const { mode, level } = rules;
  const items = kind.examine(facts, rules);
  const opinion = settle({
    items,
    level,
    hook: facts.hook,
    ceiling: findBroken(request.kind, rules),
    forbiddenBy: mode === undefined || permits(mode, kind.need(facts)) ? undefined : mode.name,
    grantedBy: findGrant(request, facts, rules),
  });
  const danger = findDanger(items);
  const reason = shorten(opinion.reason, SUBJECT_CHARS_MAX);
  const { verdict, rule } = opinion;
  const audit: AuditEntry = {
    kind: request.kind,
    subject: shorten(kind.subject(request, facts), SUBJECT_CHARS_MAX),
    verdict,
    reason,
    source: rule.source,
    rule: rule.id,
    layer: rule.layer,
    danger: danger?.class,
  };
  return { verdict, reason, rule, danger, audit };
}

/** The decision on a request that was already granted: nothing is evaluated again. */
export function describeGranted<K extends RequestKind>(
  request: PolicyRequest<K>,
  facts: PolicyFacts<K>,
  by: Grant["by"],
): Decision {
  const kind: Kind<K> = KINDS[request.kind];
  const { verdict, reason, rule } = toGranted(by);
  const subject = shorten(kind.subject(request, facts), SUBJECT_CHARS_MAX);
  const { source, id } = rule;
  return { verdict, reason, rule, audit: { kind: request.kind, subject, verdict, reason, source, rule: id } };
}

function findBroken(kind: RequestKind, { written, remembered }: Sets): Objection | undefined {
  const broken = written.brokenByKind.get(kind) ?? remembered?.brokenByKind.get(kind);
  return broken === undefined ? undefined : { id: "broken-rule", sentence: describeBroken(broken) };
}

function findGrant<K extends RequestKind>(
  request: PolicyRequest<K>,
  facts: PolicyFacts<K>,
  { grants = [], turnId }: PolicyRules,
): Grant["by"] | undefined {
  if (grants.length === 0) return undefined;
  const found = grants.filter((grant) => grant.turnId === turnId && covers(grant, request, facts));
  return found.find(({ by }) => by === "person")?.by ?? found[0]?.by;
}
