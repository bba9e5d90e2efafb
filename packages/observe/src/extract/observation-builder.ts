// Collects the observations of one frame, with what is known about its connection.
import type { NamedAccess, SessionMemory, ToolCallMemory, ConnectionMemory } from "./connection-memory.ts";
import { copyText } from "./fields.ts";
import { FILES_PER_MESSAGE_MAX, HELD_WRITES_MAX, PATH_CHARS_MAX } from "../limits.ts";
import type { FileAction, Observation } from "./observation.ts";
import { toFileKey, toWorkspacePath } from "./workspace-path.ts";

type WithoutPlace<T> = T extends Observation ? Omit<T, "atMs" | "sessionId"> : never;
export type ObservationBody = WithoutPlace<Observation>;

export class ObservationBuilder {
  readonly memory: ConnectionMemory;
  readonly observations: Observation[] = [];
  readonly #atMs: number;
  #files = 0;

  constructor(memory: ConnectionMemory, atMs: number) {
    this.memory = memory;
    this.#atMs = atMs;
  }

  add(sessionId: string | undefined, body: ObservationBody): void {
    this.observations.push({ ...body, atMs: this.#atMs, sessionId });
  }

  oddity(sessionId: string | undefined, what: string): void {
    this.add(sessionId, { type: "oddity", what });
  }

  /** One access, reported each time it happens. */
  file(session: SessionMemory, access: NamedAccess, toolCallId?: string): void {
    if (this.#files >= FILES_PER_MESSAGE_MAX || toWorkspacePath(session.cwd, access.path) === undefined) return;
    this.#files += 1;
    const { path, action, from, line } = access;
    const file = { type: "file", path, action, from } as const;
    this.add(session.sessionId, { ...file, ...(toolCallId && { toolCallId }), ...(line !== undefined && { line }) });
  }

  /** One access of a tool call or a terminal, reported once however often it is named. Writes that have not started are held back. */
  fileOf(session: SessionMemory, owner: ToolCallMemory | string, access: NamedAccess): void {
    if (access.path.length > PATH_CHARS_MAX) return;
    const toolCallId = typeof owner === "string" ? undefined : owner.toolCallId;
    const id = toolCallId ?? (owner as string);
    if (!this.memory.seen.add(...accessKey(session, id, access.path, access.action))) return;
    if (typeof owner === "string" || !mustHold(owner, access.action) || this.memory.heldWrites >= HELD_WRITES_MAX) {
      this.file(session, access, toolCallId);
      return;
    }
    owner.held = [...owner.held, { ...access, path: copyText(access.path) }];
    this.memory.heldWrites += 1;
  }

  /** Reports accesses that were held back, once they happen. */
  release(session: SessionMemory, call: ToolCallMemory): void {
    for (const access of call.held) this.file(session, access, call.toolCallId);
    this.memory.heldWrites -= call.held.length;
    call.held = [];
  }
}

/**
 * Identifies one access of one file in the current turn, for any spelling of its path; those of earlier turns are
 * dropped.
 */
export function accessKey(
  session: SessionMemory,
  ownerId: string,
  path: string,
  action: FileAction,
): [sessionId: string, ...parts: string[]] {
  const key = toFileKey(session.cwd, toWorkspacePath(session.cwd, path) ?? path);
  return [session.sessionId, ownerId, action, key];
}

/** A call has no effects while its permission request is open, and no writes before it starts. */
function mustHold({ openQuestions, status }: ToolCallMemory, action: FileAction): boolean {
  return openQuestions > 0 || (action === "write" && status !== "in_progress" && status !== "completed");
}
