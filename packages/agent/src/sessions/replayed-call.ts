// A replayed tool call: its terminal no longer exists, so its output is shown instead.
import { isObject } from "@parley/base";
import { textBlock, type Update } from "./wire.ts";

type Call = Extract<Update, { sessionUpdate: "tool_call" | "tool_call_update" }>;
type Content = NonNullable<Call["content"]>;

/** Undefined if the update contains nothing but the terminal. */
export function withoutTerminals(update: Update): Update | undefined {
  if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") return update;
  const { content, ...rest } = update;
  if (content === undefined || content === null || !content.some(isTerminal)) return update;
  const kept = [...content.filter((item) => !isTerminal(item)), ...toContent(update.rawOutput)];
  if (kept.length > 0) return { ...rest, content: kept };
  const hasMore = Object.keys(rest).some((key) => key !== "sessionUpdate" && key !== "toolCallId");
  return hasMore ? rest : undefined;
}

function isTerminal({ type }: Content[number]): boolean {
  return type === "terminal";
}

/** The result as the model got it. */
function toContent(rawOutput: unknown): Content {
  if (!Array.isArray(rawOutput)) return [];
  return rawOutput.flatMap((part) =>
    isObject(part) && part["type"] === "text" && typeof part["text"] === "string"
      ? [{ type: "content" as const, content: textBlock(part["text"]) }]
      : [],
  );
}
