// The words of the page of rules.
import type { Operations } from "@parley/contract";
import type { Tone } from "@parley/chat-ui";

type Rule = Operations["rules/list"]["reply"]["rules"][number];

export const ORIGINS: Readonly<Record<Rule["type"], string>> = {
  rule: "Written rule",
  autoAllow: "Allowed pattern",
  autoReject: "Rejected pattern",
  zone: "Zone",
  choice: "Remembered choice",
};

export const TONES: Readonly<Record<string, Tone>> = { allow: "good", ask: "need", deny: "bad" };

/** Where a remembered choice holds. */
export function describeScope(holds: unknown): string {
  if (typeof holds !== "object" || holds === null) return "Everywhere";
  const { scope, workspace } = holds as { readonly scope?: unknown; readonly workspace?: unknown };
  if (scope === "session") return "For one session";
  return scope === "workspace" && typeof workspace === "string" ? `In ${workspace}` : "Everywhere";
}

export function formatTime(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : at.toLocaleString();
}
