// Builders shared by several files: messages, status updates, artifact updates.
import { Role, type Message, type Part, type StreamResponse, type TaskState } from "@a2a-js/sdk";

export type Payload = NonNullable<StreamResponse["payload"]>;

/** The task and its conversation. */
export interface TaskIds {
  readonly taskId: string;
  readonly contextId: string;
}

export function createMessage(
  { taskId, contextId }: TaskIds,
  message: { readonly id: string; readonly role: "user" | "agent"; readonly parts: Part[]; readonly metadata?: object },
): Message {
  return {
    messageId: message.id,
    contextId,
    taskId,
    role: message.role === "user" ? Role.ROLE_USER : Role.ROLE_AGENT,
    parts: message.parts,
    metadata: message.metadata === undefined ? undefined : { ...message.metadata },
    extensions: [],
    referenceTaskIds: [],
  };
}

export function statusPayload(
  ids: TaskIds,
  status: { readonly state: TaskState; readonly atMs: number; readonly message?: Message; readonly metadata?: object },
): Payload {
  return {
    $case: "statusUpdate",
    value: {
      ...ids,
      status: { state: status.state, message: status.message, timestamp: toTimestamp(status.atMs) },
      metadata: status.metadata === undefined ? undefined : { ...status.metadata },
    },
  };
}

export function artifactPayload(
  ids: TaskIds,
  artifact: {
    readonly id: string;
    readonly name: string;
    readonly parts: Part[];
    readonly isAppended: boolean;
    readonly isLast: boolean;
  },
): Payload {
  const { id, name, parts, isAppended, isLast } = artifact;
  return {
    $case: "artifactUpdate",
    value: {
      ...ids,
      artifact: { artifactId: id, name, description: "", parts, metadata: undefined, extensions: [] },
      append: isAppended,
      lastChunk: isLast,
      metadata: undefined,
    },
  };
}

export function toTimestamp(atMs: number): string {
  return new Date(atMs).toISOString();
}
