// What a running turn does at this moment: its tool call, or that it waits for its model; and how far its plan is.
import { revealLine } from "@parley/base";
import { useReply } from "../../server/use-reply.ts";

const EVERY_MS = 2_000;

export function TurnWork({ sessionId }: { readonly sessionId: string }) {
  const { value } = useReply("views/get", { id: sessionId }, { everyMs: EVERY_MS });
  if (value === undefined) return null;
  const { toolCalls, plan, toolCounts } = value.fields;
  const call = toolCalls.findLast(({ status }) => status === "in_progress" || status === "pending");
  const count = Object.values(toolCounts).reduce((sum, one) => sum + one, 0);
  return (
    <p>
      {call === undefined ? "Waiting for the model" : revealLine(call.title)}
      {count > 0 && ` · ${count} ${count === 1 ? "tool call" : "tool calls"}`}
      {plan !== undefined && ` · plan ${plan.done} of ${plan.total}`}
    </p>
  );
}
