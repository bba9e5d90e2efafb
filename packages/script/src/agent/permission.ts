// Asks for permission, and remembers "always" answers.
import type { ClientRequests, Known, PermissionOption, ToolCallUpdate } from "@parley/acp";
import type { Remembered } from "./session.ts";
import type { Reply, Turn } from "./turn.ts";

const OPTIONS = [
  { optionId: "allow_once", name: "Allow", kind: "allow_once" },
  { optionId: "allow_always", name: "Always allow in this session", kind: "allow_always" },
  { optionId: "reject_once", name: "Reject", kind: "reject_once" },
  { optionId: "reject_always", name: "Always reject in this session", kind: "reject_always" },
] as const satisfies readonly PermissionOption[];

const REMEMBERED: Readonly<Record<string, Remembered>> = { allow_always: "allow", reject_always: "reject" };

/** `ok` if the tool call may continue. An answer is remembered for this kind of tool, in this session. */
export async function askPermission(
  turn: Turn,
  kind: string,
  toolCall: Known<ToolCallUpdate>,
): Promise<Reply<undefined>> {
  const { permissions } = turn.session;
  const remembered = permissions.get(kind);
  if (remembered !== undefined) return remembered === "allow" ? ALLOWED : refused("The user rejects this always.");
  const reply = await turn.call("session/request_permission", {
    sessionId: turn.session.id,
    toolCall,
    options: OPTIONS.map((option) => ({ ...option })),
  });
  if (!reply.ok) return reply;
  const { outcome } = reply.value;
  if (outcome.outcome === "cancelled") {
    // Clients answer this way when the user cancels the turn, whichever of the two messages arrives first.
    turn.cancel();
    return refused("The user cancelled the turn.");
  }
  const option = OPTIONS.find(({ optionId }) => optionId === toOptionId(outcome));
  if (option === undefined) return refused("The client chose an option that was not offered.");
  const always = REMEMBERED[option.kind];
  if (always !== undefined) permissions.set(kind, always);
  return option.kind.startsWith("allow") ? ALLOWED : refused("The user rejected this.");
}

const ALLOWED = { ok: true, value: undefined } as const;

function refused(reason: string): Reply<never> {
  return { ok: false, reason };
}

type Outcome = ClientRequests["session/request_permission"]["result"]["outcome"];

function toOptionId(outcome: Outcome): string | undefined {
  return outcome.outcome === "selected" ? outcome.optionId : undefined;
}
