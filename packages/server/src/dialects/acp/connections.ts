// The connections of this dialect, over HTTP and WebSocket alike.
import { connectToClient, type ClientConnection, type ConnectionProblem } from "@parley/acp";
import { ParleyError, type Log, within } from "@parley/base";
import { randomUUID } from "node:crypto";
import type { Caller } from "../../http/dialect.ts";
import type { OperationContext } from "../../operations/call.ts";
import { createEditorSurface } from "./editor-surface.ts";
import { createHandlers } from "./handlers/create-handlers.ts";
import { createOperationHandler } from "./handlers/operations.ts";
import {
  ACP_BUFFERED_BYTES_HIGH,
  ACP_BUFFERED_BYTES_MAX,
  ACP_CLOSE_MS_MAX,
  ACP_CONNECTIONS_MAX,
  ACP_MESSAGE_BYTES_MAX,
} from "../../limits.ts";
import { AttachedSessions } from "./sessions/attached-sessions.ts";
import { HeldTurns } from "./sessions/held-turns.ts";
import { Questions } from "./sessions/questions.ts";
import { FollowedChanges } from "./followed-changes.ts";
import { FollowedTerminals } from "./followed-terminals.ts";
import type { Wire } from "./wire.ts";

export interface AcpConnection<W extends Wire = Wire> {
  readonly id: string;
  readonly caller: Caller;
  readonly wire: W;
  readonly sessions: AttachedSessions;
  readonly over: Promise<void>;
}

export const RPC_LIMITS = {
  lineBytesMax: ACP_MESSAGE_BYTES_MAX,
  outboundBytesHigh: ACP_BUFFERED_BYTES_HIGH,
  outboundBytesMax: ACP_BUFFERED_BYTES_MAX,
} as const;

export class Connections {
  readonly #context: OperationContext;
  readonly #log: Log;
  readonly #questions: Questions;
  readonly #connections = new Map<string, AcpConnection>();
  #isClosed = false;

  constructor(context: OperationContext, log: Log) {
    this.#context = context;
    this.#log = log;
    this.#questions = new Questions(context.hub, log);
  }

  get size(): number {
    return this.#connections.size;
  }

  get(id: string): AcpConnection | undefined {
    return this.#connections.get(id);
  }

  /** Unguessable: the id gives access to the connection. */
  createId(): string {
    return randomUUID();
  }

  /** Why no further connection is accepted; undefined if one is. */
  refusal(): ParleyError | undefined {
    if (this.#isClosed || this.#context.hub.isDraining) {
      return new ParleyError({ code: "server_draining", message: "The server is shutting down" });
    }
    if (this.#connections.size < ACP_CONNECTIONS_MAX) return undefined;
    return new ParleyError({
      code: "limit_reached",
      message: `The limit of ${ACP_CONNECTIONS_MAX} connections is reached`,
    });
  }

  /** The agent's side of an open connection. */
  add<W extends Wire>(id: string, wire: W, caller: Caller): AcpConnection<W> {
    const [context, log, questions] = [this.#context, this.#log, this.#questions];
    const { hub } = context;
    const held = new HeldTurns(hub.turns);
    let sessions: AttachedSessions | undefined;
    let followed: FollowedTerminals | undefined;
    const client: ClientConnection = connectToClient(
      wire.transport,
      (connection) => {
        const editor = hub.editors.join(createEditorSurface({ client: connection, wire, caller }));
        sessions = new AttachedSessions({ hub, log, wire, client: connection, questions, caller, editor });
        const changes = new FollowedChanges({ hub, wire, client: connection });
        const terminals = new FollowedTerminals({ hub, wire, client: connection, log });
        followed = terminals;
        const parts = { sessions, questions, held, changes, terminals };
        return createHandlers({ hub, log, caller, client: connection, ...parts });
      },
      {
        limits: RPC_LIMITS,
        onProblem: (problem) => report(log, id, problem),
        otherRequest: createOperationHandler(context, caller, () => client),
      },
    );
    if (sessions === undefined || followed === undefined) throw new Error("Handlers are created with the connection");
    const parts = [held, sessions, followed];
    const over = client.closed.then((reason) => this.#over(id, parts, reason));
    const connection = { id, caller, wire, sessions, over };
    this.#connections.set(id, connection);
    return connection;
  }

  /** Resolves when all are closed, or after a timeout. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const ended = Promise.all([...this.#connections.values()].map(({ over }) => over));
    for (const { wire } of this.#connections.values()) wire.end("shutdown", "The server is shutting down");
    await within(ended, ACP_CLOSE_MS_MAX);
    this.#questions.close();
  }

  #over(id: string, parts: readonly { close(): void }[], reason: ParleyError | undefined): void {
    this.#connections.delete(id);
    for (const part of parts) part.close();
    if (reason !== undefined) this.#log.write("info", "An ACP connection ended", { id, reason: reason.message });
  }
}

/** Only our own failures are errors; the rest is caused by clients. */
function report(log: Log, connectionId: string, problem: ConnectionProblem): void {
  const { kind } = problem;
  const method = "method" in problem ? problem.method : undefined;
  const cause = "cause" in problem ? problem.cause : undefined;
  log.write(kind === "handler_failed" ? "error" : "debug", `ACP: ${kind}`, { connectionId, method, cause });
}
