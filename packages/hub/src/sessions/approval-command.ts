// `/approval LEVEL` as a prompt: the hub owns the level, so it answers itself, whichever agent the session has.
import { isUnknown, type ContentBlock, type EventActor } from "@parley/acp";
import type { Log } from "@parley/base";
import { APPROVAL_LEVELS, type ApprovalLevel } from "@parley/policy";
import type { LiveSession } from "../live/live-session.ts";
import { APPROVAL, DESCRIPTIONS } from "../policy/approval-option.ts";
import { setPolicy } from "./set-policy.ts";

export interface ApprovalCommand {
  /** Empty: the levels are listed. */
  readonly wanted: string;
}

/** Undefined if the prompt is for the agent: another agent may have a command of that name itself. */
export function findApprovalCommand(
  { link }: LiveSession,
  prompt: readonly ContentBlock[],
): ApprovalCommand | undefined {
  const [block, ...others] = prompt;
  if (block === undefined || others.length > 0 || isUnknown(block) || block.type !== "text") return undefined;
  const [, name, wanted = ""] = /^\s*\/(\S+)(?:\s+(\S+))?\s*$/.exec(block.text) ?? [];
  if (link === undefined || link.kind === "a2a") return undefined;
  const isOwn = link.kind === "mode";
  // Other agents offer approval levels as modes, so users try them with ours.
  if (name === "mode") return isOwn && toLevel(wanted) !== undefined ? { wanted } : undefined;
  if (name !== APPROVAL) return undefined;
  const isAgents = !isOwn && link.link.commands.some((command) => command.name === APPROVAL);
  return isAgents ? undefined : { wanted };
}

/** Recorded as a turn of its own. */
export async function runApprovalCommand(
  session: LiveSession,
  { wanted }: ApprovalCommand,
  prompt: readonly ContentBlock[],
  { actor, log }: { readonly actor: EventActor | undefined; readonly log: Log },
): Promise<void> {
  session.record({ type: "prompt", prompt, ...(actor !== undefined && { actor }) });
  const level = toLevel(wanted);
  const before = session.policy.level;
  if (level !== undefined) await setPolicy(session, { level }, actor, log);
  const text = level === undefined ? describeLevels(before, wanted) : describeChange(before, level);
  session.record({ type: "update", update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } } });
  session.record({ type: "stop", stopReason: "end_turn" });
}

function toLevel(wanted: string): ApprovalLevel | undefined {
  return APPROVAL_LEVELS.find((level) => level === wanted.toLowerCase());
}

function describeChange(before: ApprovalLevel, level: ApprovalLevel): string {
  return `Approval is ${before === level ? "already" : "now"} \`${level}\`. ${DESCRIPTIONS[level]}.`;
}

function describeLevels(now: ApprovalLevel, wanted: string): string {
  const rows = APPROVAL_LEVELS.map((level) => {
    const name = level === now ? `**\`${level}\`** (now)` : `\`${level}\``;
    return `- ${name}: ${DESCRIPTIONS[level]}`;
  });
  const unknown = wanted === "" ? [] : [`Approval level \`${wanted}\` not found.`, ""];
  return [...unknown, ...rows, "", "Change it with `/approval NAME`."].join("\n");
}
