// `session/update`: one row for each variant with information about files, tools, turns or time.
import { blockText } from "./output-text.ts";
import { fieldsOf, listOf, numberOf, pathOf, textOf, wordsOf, type Fields } from "./fields.ts";
import type { ObservationBuilder } from "./observation-builder.ts";
import { readTerminalChunk, readTerminalUpdate } from "./terminals.ts";
import { readToolCall, readToolCallChunk } from "./tool-calls.ts";
import type { SessionMemory } from "./connection-memory.ts";
import { readState } from "./turns.ts";

type Reader = (builder: ObservationBuilder, session: SessionMemory, fields: Fields) => void;

/** Updates that a replay repeats; they are ignored as history. */
const WORK: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["agent_message_chunk", readOutput("message")],
  ["agent_message", readOutput("message")],
  ["agent_thought_chunk", readOutput("thought")],
  ["agent_thought", readOutput("thought")],
  ["tool_call", readToolCall],
  ["tool_call_update", readToolCall],
  ["tool_call_content_chunk", readToolCallChunk],
  ["terminal_update", readTerminalUpdate],
  ["terminal_output_chunk", readTerminalChunk],
  ["compaction_update", readCompaction],
]);

/** Updates about the current state, which always count. */
const STATES: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["state_update", readState],
  ["plan", readPlan],
  ["plan_update", (builder, session, fields) => readPlan(builder, session, fieldsOf(fields["plan"]))],
  ["usage_update", readUsage],
  ["session_info_update", readTitle],
  ["subagent_update", readSubagent],
]);

export function readUpdate(builder: ObservationBuilder, params: Fields): void {
  const sessionId = wordsOf(params["sessionId"]);
  if (sessionId === undefined) return;
  const session = builder.memory.session(sessionId);
  const update = fieldsOf(params["update"]);
  const variant = textOf(update["sessionUpdate"]) ?? textOf(update["type"]) ?? "";
  STATES.get(variant)?.(builder, session, update);
  const reader = WORK.get(variant);
  if (reader === undefined || session.isHistory) return;
  reader(builder, session, update);
  const isLate = session.turns > 0 && session.openTurns.length === 0 && !builder.memory.isSecondVersion;
  if (isLate) builder.oddity(sessionId, `${variant} after the end of the turn`);
}

function readOutput(kind: "message" | "thought"): Reader {
  return (builder, session, fields) => {
    const chars = blockText(fields["content"]).length;
    builder.add(session.sessionId, { type: "output", kind, chars });
  };
}

function readCompaction(builder: ObservationBuilder, session: SessionMemory, fields: Fields): void {
  const id = wordsOf(fields["compactionId"]) ?? "";
  if (fields["status"] !== "completed" || (id !== "" && session.lastCompaction === id)) return;
  session.lastCompaction = id;
  builder.add(session.sessionId, { type: "compacted" });
}

function readPlan(builder: ObservationBuilder, session: SessionMemory, fields: Fields): void {
  const { entries } = Array.isArray(fields["entries"]) ? fields : fieldsOf(fields["plan"]);
  if (!Array.isArray(entries)) return;
  const items = listOf(entries);
  const done = items.filter((entry) => fieldsOf(entry)["status"] === "completed").length;
  builder.add(session.sessionId, { type: "plan", done, total: items.length });
}

function readUsage(builder: ObservationBuilder, session: SessionMemory, fields: Fields): void {
  const used = numberOf(fields["used"]);
  const size = numberOf(fields["size"]);
  if (used === undefined || used < 0) return;
  const { amount, currency } = fieldsOf(fields["cost"]);
  const cost = { amount: numberOf(amount), currency: wordsOf(currency) ?? "USD" };
  const body = { type: "usage", used, size: Math.max(0, size ?? 0) } as const;
  const { amount: spent } = cost;
  builder.add(session.sessionId, spent === undefined ? body : { ...body, cost: { ...cost, amount: spent } });
}

function readTitle(builder: ObservationBuilder, session: SessionMemory, fields: Fields): void {
  const title = wordsOf(fields["title"]);
  if (title !== undefined) builder.add(session.sessionId, { type: "title", title });
}

/** A session that the agent opened for a part of the work, in the same folder unless stated otherwise. */
function readSubagent(builder: ObservationBuilder, session: SessionMemory, fields: Fields): void {
  const sessionId = wordsOf(fields["sessionId"]);
  if (sessionId === undefined || sessionId === session.sessionId) return;
  const isNew = !builder.memory.hasSession(sessionId);
  const child = builder.memory.session(sessionId);
  if (isNew) {
    child.cwd = pathOf(fields["cwd"]) ?? session.cwd;
    child.isHistory = session.isHistory;
    builder.add(sessionId, { type: "session_opened", cwd: child.cwd, how: "new" });
  }
  readTitle(builder, child, fields);
  readState(builder, child, fieldsOf(fields["state"]));
}
