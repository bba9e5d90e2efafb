// A bare socket to a feed: the lines exactly as they come, and whatever a test wants to send.
import { createInbox, type Inbox } from "@parley/test-support";
import { once } from "node:events";
import { createConnection, type Socket } from "node:net";
import type { FeedAddress } from "../address.ts";

export interface RawReader extends Disposable {
  readonly socket: Socket;
  readonly lines: Inbox<string>;
  readonly closed: Promise<unknown>;
  send(message: unknown): void;
  /** The next line of that type, or the second one, and so on. */
  find(type: string, count?: number): Promise<Record<string, unknown>>;
}

export async function openRawReader({ host, port }: FeedAddress): Promise<RawReader> {
  const socket = createConnection({ host, port });
  const lines = createInbox<string>();
  let rest = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) lines.push(line);
  });
  socket.on("error", () => undefined);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await once(socket, "connect");
  return {
    socket,
    lines,
    closed,
    send: (message) => void socket.write(typeof message === "string" ? message : `${JSON.stringify(message)}\n`),
    async find(type, count) {
      const found = await lines.find(type, (line) => line.startsWith(`{"type":"${type}"`), count);
      return JSON.parse(found) as Record<string, unknown>;
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
}
