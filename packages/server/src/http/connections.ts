// Bounds connections that have sent no valid key, so that slow and idle ones cannot keep other clients out.
import { readFileSync } from "node:fs";
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { FILES_SHARE, LINGER_MS, type ServerLimits } from "../limits.ts";

export interface Connections {
  /** Connections without a key and without a request in progress. */
  readonly unknownCount: number;
  /** A request head has arrived; from now on the limits of requests apply. */
  requestBegan(socket: Duplex): void;
  /** The response is sent. A connection without a key counts as unknown again. */
  requestEnded(socket: Socket, isKnown: boolean): void;
}

/** More connections than `connectionsMax` are closed as soon as they are accepted. */
export function limitConnections(server: Server, limits: ServerLimits): Connections {
  const filesMax = readOpenFilesMax();
  const unknownMax = Math.min(limits.unknownConnectionsMax, Math.floor(filesMax / 2));
  server.maxConnections = Math.min(limits.connectionsMax, filesMax);
  /** In the order of waiting. */
  const unknown = new Set<Duplex>();

  function onClose(this: Socket): void {
    unknown.delete(this);
  }
  function wait(socket: Socket): void {
    unknown.add(socket);
    if (unknown.size <= unknownMax) return;
    const [longest] = unknown;
    if (longest === undefined) return;
    unknown.delete(longest);
    longest.destroy();
  }
  server.on("connection", (socket) => {
    // A request that is parsed again brings its connection a second time.
    if (!socket.listeners("close").includes(onClose)) socket.once("close", onClose);
    wait(socket);
  });
  return {
    get unknownCount() {
      return unknown.size;
    },
    requestBegan: (socket) => void unknown.delete(socket),
    requestEnded(socket, isKnown) {
      if (!isKnown && !socket.destroyed) wait(socket);
    },
  };
}

/** Node stores the current response on its socket, under this name. */
const UNDER_WAY = "_httpMessage";

export function responseUnderWay(
  socket: Duplex & { readonly [UNDER_WAY]?: ServerResponse | null },
): ServerResponse | undefined {
  return socket[UNDER_WAY] ?? undefined;
}

/** Answers and closes, because a client that neither reads nor closes its side would keep the connection forever. */
export function endSocket(socket: Duplex, text: string): void {
  socket.end(text);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once("close", () => clearTimeout(timer));
}

/** The share of the process's file limit for connections, because agents and the store need some, too. */
function readOpenFilesMax(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "latin1")) ?? [];
    return soft === undefined ? Number.MAX_SAFE_INTEGER : Math.max(1, Math.floor(Number(soft) * FILES_SHARE));
  } catch {
    return Number.MAX_SAFE_INTEGER; // Other systems have no such file.
  }
}
