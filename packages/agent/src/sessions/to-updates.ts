// Turns loop events into updates for the client and the log. restore.ts is the inverse.
import { createId } from "@parley/base";
import type { LoopEvent, ShownCall } from "../loop/types.ts";
import type { ResultPart, ToolResult } from "../models/message.ts";
import { textBlock, withMeta, type Update } from "./wire.ts";

export interface Outgoing {
  /** Written and sent. */
  update(update: Update): void;
  /** Written only. */
  keep(update: Update): void;
  notice(severity: "info" | "warning" | "error", text: string): void;
  /** Whether the client shows compactions. */
  readonly showsCompaction: boolean;
}

/** Events without anything to show (steps, usage, the end) are ignored. */
export class UpdateWriter {
  readonly #out: Outgoing;
  #compactionId = "";

  constructor(out: Outgoing) {
    this.#out = out;
  }

  write(event: LoopEvent): void {
    const out = this.#out;
    switch (event.type) {
      case "text":
        out.update({
          sessionUpdate: "agent_message_chunk",
          messageId: event.messageId,
          content: textBlock(event.text),
        });
        return;
      case "thought":
        out.update({
          sessionUpdate: "agent_thought_chunk",
          messageId: event.messageId,
          content: textBlock(event.text),
        });
        return;
      case "text_end":
      case "thought_end":
        this.#keepProvider(event);
        return;
      case "call_announced":
        out.update(toToolCall(event));
        return;
      case "call_started":
        out.update({ sessionUpdate: "tool_call_update", toolCallId: event.callId, status: "in_progress" });
        return;
      case "call_progress":
        out.update({ sessionUpdate: "tool_call_update", toolCallId: event.callId, ...toFields(event.shown) });
        return;
      case "call_ended":
        out.update(toEnd(event.callId, event.result, event.shown));
        return;
      case "steered":
      case "continued":
        this.#keepUserMessage(event);
        return;
      case "notice":
        out.notice(event.severity, event.text);
        return;
      case "compaction_started":
        this.#compactionId = createId();
        this.#compaction({ status: "in_progress" });
        return;
      case "compaction_text":
        if (out.showsCompaction) {
          const content = textBlock(event.text);
          out.update({ sessionUpdate: "compaction_summary_chunk", compactionId: this.#compactionId, content });
        }
        return;
      case "compacted":
        this.#compaction({ status: "completed", summary: [textBlock(event.summary)] });
        return;
      case "compaction_failed":
        this.#compaction({ status: "failed", error: event.message });
        return;
      case "step":
      case "step_ended":
      case "failure":
        return;
    }
  }

  #keepProvider({ type, messageId, provider }: Extract<LoopEvent, { type: "text_end" | "thought_end" }>): void {
    if (provider === undefined) return;
    const sessionUpdate = type === "text_end" ? "agent_message_chunk" : "agent_thought_chunk";
    this.#out.keep({ sessionUpdate, messageId, content: textBlock(""), ...withMeta({ provider }) });
  }

  /** A user's message is only recorded, because the client already shows it; a continuation by autopilot is sent as well. */
  #keepUserMessage({ type, message }: Extract<LoopEvent, { type: "steered" | "continued" }>): void {
    if (message.role !== "user") return;
    const content = textBlock(
      message.parts.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n"),
    );
    const update: Update = {
      sessionUpdate: "user_message_chunk",
      messageId: createId(),
      content,
      ...withMeta({ heard: message.parts }),
    };
    if (type === "steered") this.#out.keep(update);
    else this.#out.update(update);
  }

  #compaction(
    fields: Pick<Extract<Update, { sessionUpdate: "compaction_update" }>, "status" | "summary" | "error">,
  ): void {
    if (this.#out.showsCompaction) {
      this.#out.update({ sessionUpdate: "compaction_update", compactionId: this.#compactionId, ...fields });
    } else if (fields.status === "in_progress") {
      this.#out.notice("info", "Compacting the conversation, which has become long");
    } else if (fields.status === "failed") {
      this.#out.notice("warning", `Could not compact the conversation: ${fields.error ?? "unknown"}`);
    }
  }
}

function toToolCall({ callId, name, input, provider, shown }: Extract<LoopEvent, { type: "call_announced" }>): Update {
  const { title = name, ...fields } = toFields(shown);
  return {
    sessionUpdate: "tool_call",
    toolCallId: callId,
    name,
    title,
    ...fields,
    status: "pending",
    rawInput: input,
    ...(provider === undefined ? {} : withMeta({ provider })),
  };
}

function toEnd(toolCallId: string, result: ToolResult, shown: ShownCall): Update {
  const fields = toFields(shown);
  const status = result.isError ? "failed" : "completed";
  // `rawOutput` is what the model got, omitted if the content is the same. Without content, the client keeps what it shows.
  const isSame = fields.content !== undefined && isSameContent(fields.content, result.parts);
  return {
    sessionUpdate: "tool_call_update",
    toolCallId,
    status,
    ...fields,
    ...(isSame ? {} : { rawOutput: result.parts }),
  };
}

function isSameContent(content: readonly Shown[], parts: readonly ResultPart[]): boolean {
  if (content.length !== parts.length) return false;
  return content.every((item, index) => {
    const part = parts[index];
    if (item.type !== "content" || part === undefined) return false;
    if (part.type === "image") {
      const { content: image } = item;
      return image.type === "image" && image.data === part.data && image.mimeType === part.mimeType;
    }
    return item.content.type === "text" && item.content.text === part.text && part.provider === undefined;
  });
}

type Fields = Pick<Extract<Update, { sessionUpdate: "tool_call" }>, "kind" | "content" | "locations"> & {
  title?: string;
};
type Shown = NonNullable<Fields["content"]>[number];

function toFields({ title, kind, content, locations }: ShownCall): Fields {
  return {
    ...(title === undefined ? {} : { title }),
    ...(kind === undefined ? {} : { kind }),
    ...(content === undefined ? {} : { content: content as Shown[] }),
    ...(locations === undefined ? {} : { locations: [...locations] }),
  };
}
