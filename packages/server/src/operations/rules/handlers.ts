// Rules, trusted folders and the audit.
import type { Reply } from "@parley/contract";
import type { HubRules } from "@parley/hub";
import { defineHandlers } from "../handler.ts";

export const ruleHandlers = defineHandlers({
  "rules/list": async (_, { hub }) => {
    const { file, rules, problems } = await hub.rules.list();
    return { file, rules: rules.map(toNativeRule), problems: [...problems] };
  },
  "rules/add": async ({ verdict, rule }, { hub }) => toNativeRule(await hub.rules.add(verdict, rule)),
  "rules/revoke": async ({ rule }, { hub }) => toNativeRule(await hub.rules.revoke(rule)),
  "trust/list": async (_, { hub }) => ({
    folders: (await hub.rules.trusted()).map(({ path, trustedAtMs }) => ({ path, trusted_at: toIso(trustedAtMs) })),
  }),
  "trust/add": async ({ path }, { hub }) => ({ path: await hub.rules.trust(path) }),
  "trust/revoke": async ({ path }, { hub }) => ({ path: await hub.rules.distrust(path) }),
  "audit/list": async ({ session_id: sessionId, verdict, limit, cursor }, { hub }) => {
    const { decisions, nextCursor } = await hub.rules.audit({ sessionId, verdict, limit, cursor });
    return { decisions: decisions.map(toNativeDecision), ...(nextCursor && { next_cursor: nextCursor }) };
  },
});

type Decision = Awaited<ReturnType<HubRules["audit"]>>["decisions"][number];
type Rule = Awaited<ReturnType<HubRules["add"]>>;

function toNativeRule({ id, type, verdict, text, holds, madeAtMs }: Rule): Reply<"rules/add"> {
  return {
    id,
    type,
    verdict,
    text,
    ...(holds !== undefined && { holds }),
    ...(madeAtMs !== undefined && { made_at: toIso(madeAtMs) }),
  };
}

function toNativeDecision(decision: Decision): Reply<"audit/list">["decisions"][number] {
  const { at, sessionId, agent, turnId, kind, subject, verdict, by, reason, source, rule, danger } = decision;
  return {
    at: toIso(at),
    session_id: sessionId,
    agent,
    ...(turnId !== undefined && { turn_id: turnId }),
    kind,
    subject,
    verdict,
    ...(by !== undefined && { by }),
    reason,
    source,
    rule,
    ...(danger !== undefined && { danger }),
  };
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
