// Changes the approval level and the rules of a session: at once, also for the next request of a running turn.
import type { EventActor } from "@parley/acp";
import { ParleyError, type Log } from "@parley/base";
import { parseLevel, parsePatterns, type SessionPolicy } from "@parley/policy";
import type { LiveSession, SessionLink } from "../live/live-session.ts";
import { withApproval } from "../policy/approval-option.ts";

export type PolicyChange = Partial<SessionPolicy>;

/** Rejects with `bad_input`. */
export function checkPolicy({ level, rules }: PolicyChange): void {
  if (level !== undefined) check("level", parseLevel(level));
  if (rules !== undefined) check("rules", parsePatterns(rules));
}

function check(name: string, parsed: ReturnType<typeof parseLevel | typeof parsePatterns>): void {
  if ("value" in parsed) return;
  const field = parsed.field === "" ? name : `${name}/${parsed.field}`;
  throw new ParleyError({ code: "bad_input", message: `/${field}: must be ${parsed.expected}` });
}

export async function setPolicy(
  session: LiveSession,
  change: PolicyChange,
  actor: EventActor | undefined,
  log: Log,
): Promise<void> {
  checkPolicy(change);
  const before = session.policy;
  const policy = { ...before, ...change };
  if (isSame(policy, before)) return;
  session.change(change);
  const { link } = session;
  session.record({
    type: "config",
    configOptions: withApproval(link?.link.choices.configOptions ?? [], policy.level),
    policy,
    ...(actor !== undefined && { actor }),
  });
  if (link !== undefined) await tellAgent(link, policy, log);
}

/** Our own agent does not decide, but some of what it does depends on the level: on autopilot it asks the user nothing. */
async function tellAgent({ kind, link }: SessionLink, policy: SessionPolicy, log: Log): Promise<void> {
  if (kind !== "mode") return;
  try {
    await link.callExtension?.("_parley/session/configure", { ...policy });
  } catch (cause) {
    log.write("warn", "The agent was not told the session's approval level", { cause });
  }
}

function isSame(one: SessionPolicy, other: SessionPolicy): boolean {
  return one.level === other.level && JSON.stringify(one.rules) === JSON.stringify(other.rules);
}
