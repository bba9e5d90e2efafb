// Converts the events of one turn to updates of a task: the agent's text is an artifact, everything else a status with
// a message.
import { TaskState, type Part } from "@a2a-js/sdk";
import { isUnknown, type ContentBlock, type SessionEvent, type SessionUpdate } from "@parley/acp";
import { artifactPayload, createMessage, statusPayload, type Payload, type TaskIds } from "./messages.ts";
import { dataPart, textPart, toPart } from "./parts.ts";

/** The agent's current message. */
interface OpenArtifact {
  readonly id: string;
  readonly messageId: string | undefined;
}

export class TurnTranslator {
  readonly #ids: TaskIds;
  #open: OpenArtifact | undefined;

  constructor(ids: TaskIds) {
    this.#ids = ids;
  }

  translate(event: SessionEvent): Payload[] {
    switch (event.type) {
      case "prompt":
        return [statusPayload(this.#ids, { state: TaskState.TASK_STATE_WORKING, atMs: event.at })];
      case "update":
        return this.#update(event.update, event);
      case "note":
        return [...this.close(), this.#working(event, [textPart(event.text)], { kind: "note", level: event.level })];
      case "changes": {
        const { files, omitted } = event;
        const parts = [dataPart({ files, ...(omitted !== undefined && { omitted }) })];
        const id = `changes-${event.seq}`;
        const artifact = { id, name: "changes", parts, isAppended: false, isLast: true };
        return [...this.close(), artifactPayload(this.#ids, artifact)];
      }
      // Reported with the turn's state, which has more information.
      case "stop":
      case "permission_asked":
      case "permission_answered":
      case "elicitation_asked":
      case "elicitation_answered":
        return this.close();
      // About the session, not this task.
      case "mode":
      case "config":
      case "agent_started":
      case "review":
      case "rewound":
      case "cleared":
        return [];
      case "agent_crashed":
      case "agent_restarted":
      case "compacted":
      case "terminal":
      case "routed":
      case "plan_proposed":
      case "handed_over":
      case "unknown": {
        const { v: _v, seq: _seq, at: _at, sessionId: _sessionId, ...body } = event;
        return [...this.close(), this.#working(event, [dataPart(body)], { kind: event.type })];
      }
    }
  }

  /** The agent's message is complete. */
  close(): Payload[] {
    const open = this.#open;
    if (open === undefined) return [];
    this.#open = undefined;
    const artifact = { id: open.id, name: "message", parts: [textPart("")], isAppended: true, isLast: true };
    return [artifactPayload(this.#ids, artifact)];
  }

  #update(update: SessionUpdate, event: SessionEvent): Payload[] {
    if (isUnknown(update)) return [this.#working(event, [dataPart(update.raw)], { kind: "update" })];
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        return this.#chunk(update.content, update.messageId ?? undefined, event);
      case "agent_thought_chunk":
        return [...this.close(), this.#working(event, [toPart(update.content)], { kind: "thought" })];
      case "available_commands_update":
      case "current_mode_update":
      case "config_option_update":
      case "session_info_update":
      case "user_message_chunk":
        return [];
      case "tool_call":
      case "tool_call_update":
      case "plan":
      case "notice":
      case "compaction_update":
      case "compaction_summary_chunk":
        return [...this.close(), this.#working(event, [dataPart(update)], { kind: update.sessionUpdate })];
      case "usage_update":
        return [this.#working(event, [dataPart(update)], { kind: update.sessionUpdate })];
    }
  }

  #chunk(content: ContentBlock, messageId: string | undefined, { seq }: SessionEvent): Payload[] {
    const isAppended = this.#open !== undefined && this.#open.messageId === messageId;
    const closing = isAppended ? [] : this.close();
    this.#open = isAppended && this.#open !== undefined ? this.#open : { id: `message-${seq}`, messageId };
    const artifact = { id: this.#open.id, name: "message", parts: [toPart(content)], isAppended, isLast: false };
    return [...closing, artifactPayload(this.#ids, artifact)];
  }

  #working(event: SessionEvent, parts: Part[], metadata: object): Payload {
    const id = `${this.#ids.taskId}-${event.seq}`;
    const message = createMessage(this.#ids, { id, role: "agent", parts, metadata });
    return statusPayload(this.#ids, { state: TaskState.TASK_STATE_WORKING, atMs: event.at, message });
  }
}
