// WebSockets: they pass the same gate as requests, then go to the dialect of their path.
import type { Log } from "@parley/base";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { hideTokenProtocol } from "../auth/credentials.ts";
import { checkUpgradeScope } from "../auth/require-scope.ts";
import type { ServerLimits } from "../limits.ts";
import { redactTarget } from "../ops/request-log.ts";
import { beginAdmission } from "../http/admission.ts";
import { endSocket } from "../http/connections.ts";
import type { Dialect } from "../http/dialect.ts";
import type { Gate } from "./gate.ts";
import type { OpenCallers } from "./open-callers.ts";
import { formatRefusal, internalFailure, type Refusal } from "../http/refusal.ts";

export interface Upgrades {
  readonly count: number;
  handle(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** All that are still open. */
  destroyAll(): void;
}

export interface UpgradeOptions {
  readonly gate: Gate;
  readonly callers: OpenCallers;
  readonly dialects: readonly Dialect[];
  readonly limits: ServerLimits;
  readonly log: Log;
}

export function createUpgrades({ gate, callers, dialects, limits, log }: UpgradeOptions): Upgrades {
  const sockets = new Set<Duplex>();

  function judge(request: IncomingMessage, socket: Duplex, head: Buffer): Refusal | undefined {
    const refusal = gate.inspect(request);
    if (refusal !== undefined) return refusal;
    const verdict = gate.admit(request);
    if ("refusal" in verdict) return verdict.refusal;
    const { caller } = verdict;
    const forbidden = checkUpgradeScope(caller);
    if (forbidden !== undefined) return forbidden;
    if (sockets.size >= limits.webSocketsMax) return tooManySockets(sockets.size);
    hideTokenProtocol(request.headers);
    sockets.add(socket);
    callers.opened(caller, socket);
    socket.once("close", () => sockets.delete(socket));
    if (dialects.some((dialect) => dialect.upgrade?.(request, socket, head, caller) === true)) return undefined;
    return { status: 404, code: "not_found", message: "This path does not accept WebSockets. Use /acp." };
  }

  /** An exception here would end the process. */
  function judgeSafely(request: IncomingMessage, socket: Duplex, head: Buffer, requestId: string): Refusal | undefined {
    try {
      return judge(request, socket, head);
    } catch (error) {
      const details = error instanceof Error ? error.stack : String(error);
      log.write("error", "a WebSocket request failed", { requestId, error: details });
      return internalFailure(requestId);
    }
  }

  return {
    get count() {
      return sockets.size;
    },
    handle(request, socket, head) {
      // Without a listener, a connection that is reset would end the process.
      socket.on("error", () => socket.destroy());
      const { requestId } = beginAdmission(request);
      const refusal = judgeSafely(request, socket, head, requestId);
      const level = refusal === undefined ? "debug" : "info";
      log.write(level, "websocket", {
        requestId,
        target: redactTarget(request.url ?? ""),
        status: refusal?.status ?? 101,
      });
      if (refusal !== undefined) endSocket(socket, formatRefusal(refusal, requestId));
    },
    destroyAll() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function tooManySockets(count: number): Refusal {
  const message = `The limit of ${count} open WebSockets is reached. Close one and try again.`;
  return { status: 503, code: "too_many_connections", message };
}
