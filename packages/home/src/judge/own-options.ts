// The options of our own questions: how the user may answer when policy asks about a file or a terminal.
import { truncate } from "@parley/base";
import type { PermissionOption } from "@parley/acp";
import type { Proposal, Scope } from "@parley/policy";
import { QUESTION_CHARS_MAX } from "../limits.ts";

export const ALLOW = "parley:allow";
const ALLOW_SESSION = "parley:allow-session";
const ALLOW_WORKSPACE = "parley:allow-workspace";
export const REJECT = "parley:reject";
const REJECT_WORKSPACE = "parley:reject-workspace";

/** Without proposals it has to be asked every time. A file that may be read may be read again in the same turn. */
export function createOwnOptions(proposals: readonly Proposal[], isRead = false): readonly PermissionOption[] {
  const name = isRead ? "Allow for this turn" : "Allow once";
  const allow: PermissionOption = { optionId: ALLOW, name, kind: "allow_once" };
  const reject: PermissionOption = { optionId: REJECT, name: "Reject", kind: "reject_once" };
  if (proposals.length === 0) return [allow, reject];
  const what = truncate(proposals.map(({ text }) => text).join(", "), QUESTION_CHARS_MAX);
  return [
    allow,
    { optionId: ALLOW_SESSION, name: `Allow ${what} for this session`, kind: "allow_always" },
    { optionId: ALLOW_WORKSPACE, name: `Always allow ${what} in this folder`, kind: "allow_always" },
    reject,
    { optionId: REJECT_WORKSPACE, name: `Never allow ${what} in this folder`, kind: "reject_always" },
  ];
}

/** What a choice means for the next time. The caller fills in the session and the folder. */
export function scopeOfOption(optionId: string | undefined): Scope | undefined {
  if (optionId === ALLOW_SESSION) return { scope: "session", sessionId: "" };
  if (optionId !== ALLOW_WORKSPACE && optionId !== REJECT_WORKSPACE) return undefined;
  return { scope: "workspace", workspace: "" };
}
