// Many requests on some connections, one after the other on each: how many a second, and what the server used for one.
import { connect, type Socket } from "node:net";
import { ResponseReader } from "./response-reader.ts";
import type { Address, WatchedServer } from "./watched-server.ts";

export interface Load {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  readonly count: number;
  readonly connections: number;
}

export interface Rate {
  readonly perSecond: number;
  /** CPU of the server. */
  readonly cpuUs: number;
}

const WARM_UP = 0.2;

export async function measureRate(server: WatchedServer, load: Load): Promise<Rate> {
  await sendAll(server.address, { ...load, count: Math.ceil(load.count * WARM_UP) });
  const [cpuUs, startMs] = [server.cpuUs(), performance.now()];
  await sendAll(server.address, load);
  const seconds = (performance.now() - startMs) / 1000;
  return { perSecond: load.count / seconds, cpuUs: (server.cpuUs() - cpuUs) / load.count };
}

async function sendAll(address: Address, load: Load): Promise<void> {
  const request = formatRequest(address, load);
  let left = load.count;
  const take = (): boolean => (left -= 1) >= 0;
  await Promise.all(Array.from({ length: load.connections }, () => sendOnOne(address, request, take)));
}

function sendOnOne({ host, port }: Address, request: Buffer, take: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, host).setNoDelay();
    const next = (): void => {
      if (take()) socket.write(request);
      else socket.end(resolve);
    };
    const reader = new ResponseReader((status) => {
      if (status >= 200 && status < 300) next();
      else socket.destroy(new Error(`The server answered ${status}`));
    });
    socket.on("data", (chunk) => reader.take(chunk));
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("The server closed the connection")));
    socket.once("connect", next);
  });
}

function formatRequest({ host, port, headers }: Address, { method, path, body }: Load): Buffer {
  const text = body === undefined ? "" : JSON.stringify(body);
  const all: Record<string, string | number> = { Host: `${host}:${port}`, ...headers };
  if (body !== undefined) Object.assign(all, { "Content-Type": "application/json", "Content-Length": text.length });
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, "", text].join("\r\n"));
}
