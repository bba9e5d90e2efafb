// Approval levels: what an agent may do when no rule or choice decides.
import { MINOR, NONE, type Concerns } from "./concerns.ts";
import type { Verdict } from "./decision.ts";

export const APPROVAL_LEVELS = ["supervised", "auto", "bypass", "autopilot"] as const;
export type ApprovalLevel = (typeof APPROVAL_LEVELS)[number];

/** The effect of a request. */
export type Effect =
  | "nothing"
  | "read"
  | "write"
  | "move"
  | "delete"
  | "harmless-command"
  | "command"
  | "fetch"
  | "tool"
  | "unseen";

/** Autopilot has no column of its own, because it decides as bypass does. */
type Strictness = "supervised" | "auto" | "bypass";

/**
 * `supervised` allows reading, `auto` also editing and read-only commands, `bypass` also running, fetching and
 * deleting. `unseen` is a tool call with unknown effect.
 */
const TABLE: Readonly<Record<Effect, Readonly<Record<Strictness, Verdict>>>> = {
  nothing: { supervised: "allow", auto: "allow", bypass: "allow" },
  read: { supervised: "allow", auto: "allow", bypass: "allow" },
  write: { supervised: "ask", auto: "allow", bypass: "allow" },
  move: { supervised: "ask", auto: "allow", bypass: "allow" },
  delete: { supervised: "ask", auto: "ask", bypass: "allow" },
  "harmless-command": { supervised: "ask", auto: "allow", bypass: "allow" },
  command: { supervised: "ask", auto: "ask", bypass: "allow" },
  fetch: { supervised: "ask", auto: "ask", bypass: "allow" },
  tool: { supervised: "ask", auto: "ask", bypass: "allow" },
  unseen: { supervised: "ask", auto: "ask", bypass: "ask" },
};

/** Autopilot decides as bypass does; a later step refuses its questions, because no user is present to answer. */
export function decideByLevel(level: ApprovalLevel, effect: Effect, concerns: Concerns): Verdict {
  const strictness = level === "autopilot" ? "bypass" : level;
  const tolerated = strictness === "bypass" ? MINOR : NONE;
  return (concerns & ~tolerated) === 0 ? TABLE[effect][strictness] : "ask";
}
