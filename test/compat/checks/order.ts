// The order in which an agent says things, over all the sessions of a run: nothing before it was announced, nothing too late.
import type { SessionEvent, SessionUpdate } from "@parley/acp";
import type { Check } from "./check.ts";

export const order: Check = {
  holds:
    "tool calls are announced once and before anything is said about them, their status never goes back, and nothing comes after the answer to a prompt",
  async run(scene) {
    const found = [...scene.sessions].flatMap(({ events }) => findOddities(events));
    if (found.length === 0) return undefined;
    const counts = new Map<string, number>();
    for (const oddity of found) counts.set(oddity, (counts.get(oddity) ?? 0) + 1);
    return { absent: [...counts].map(([oddity, count]) => `${oddity} (${count})`).join("; ") };
  },
};

/**
 * What the client itself asked for, commands that came or went with a server, and notices (a server that is there only
 * now, a file that cannot be saved) belong to no turn and may be reported at any time.
 */
const ANY_TIME: ReadonlySet<unknown> = new Set([
  "available_commands_update",
  "config_option_update",
  "current_mode_update",
  "notice",
]);
const OVER: ReadonlySet<unknown> = new Set(["completed", "failed"]);

/** One line for each thing that is out of order. */
export function findOddities(events: readonly SessionEvent[]): readonly string[] {
  const odd: string[] = [];
  const statuses = new Map<string, string>();
  let isAfterAnswer = false;
  for (const event of events) {
    if (event.type === "prompt") isAfterAnswer = false;
    else if (event.type === "stop") isAfterAnswer = true;
    else if (event.type === "permission_asked") {
      if (!statuses.has(event.toolCall.toolCallId)) odd.push("permission asked for a tool call that was not announced");
    } else if (event.type === "update") {
      const { update } = event;
      if (isAfterAnswer && !ANY_TIME.has(update.sessionUpdate)) odd.push(`${update.sessionUpdate} after the answer`);
      odd.push(...judgeToolCall(update, statuses));
    }
  }
  return odd;
}

function judgeToolCall(update: SessionUpdate, statuses: Map<string, string>): readonly string[] {
  if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") return [];
  const { toolCallId } = update;
  const status = update.status ?? undefined;
  const before = statuses.get(toolCallId);
  statuses.set(toolCallId, status ?? before ?? "pending");
  if (update.sessionUpdate === "tool_call") return before === undefined ? [] : ["tool_call repeated"];
  if (before === undefined) return ["tool_call_update before its tool_call"];
  const goesBack = OVER.has(before) && status !== undefined && status !== before;
  return goesBack ? [`status went from ${before} to ${status}`] : [];
}
