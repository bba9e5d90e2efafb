// Many requests on some connections, one after the other on each: how many a second, and what the server used for one.
import { connect, type Socket } from "node:net";
import { formatRequest, type RawRequest } from "./raw-request.ts";
import { ResponseReader } from "./response-reader.ts";
import type { Address, WatchedServer } from "./watched-server.ts";

export interface Load extends RawRequest {
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
