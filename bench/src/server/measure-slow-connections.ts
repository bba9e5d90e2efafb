// Thousands of connections that send a request byte by byte and never finish it: how long an honest request to /health takes.
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { withParley } from "./parley-server.ts";
import { formatRequest } from "./raw-request.ts";
import type { Address } from "./watched-server.ts";

export interface SlowConnectionsSample {
  readonly medianMs: number;
  readonly p99Ms: number;
  /** What the server has while they are open. */
  readonly rssMb: number;
}

const HONEST_REQUESTS = 500;
/** Each slow connection sends a byte a second: some of them every 20 ms, so that this process is not busy with them. */
const DRIP_MS = 20;
const DRIPS = 50;
const OPENED_AT_ONCE = 100;
const P99 = 0.99;

export function measureSlowConnections(count: number, flags: readonly string[]): Promise<SlowConnectionsSample> {
  return withParley(flags, async (server) => {
    const sockets: Socket[] = [];
    for (let opened = 0; opened < count; opened += OPENED_AT_ONCE) {
      const next = Array.from({ length: Math.min(OPENED_AT_ONCE, count - opened) }, () => openSlow(server.address));
      sockets.push(...(await Promise.all(next)));
    }
    let tick = 0;
    const drip = setInterval(() => {
      tick += 1;
      for (let index = tick % DRIPS; index < sockets.length; index += DRIPS) {
        if (sockets[index]?.writable === true) sockets[index]?.write("a");
      }
    }, DRIP_MS);
    try {
      const times: number[] = [];
      for (let request = 0; request < HONEST_REQUESTS; request += 1) {
        times.push(await timeHealth(server.address));
        await sleep(2);
      }
      times.sort((one, other) => one - other);
      const at = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
      return { medianMs: at(0.5), p99Ms: at(P99), rssMb: server.rssMb() };
    } finally {
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    }
  });
}

/** The server closes it sooner or later; nothing is lost by it. */
function openSlow({ host, port }: Address): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => {
      socket.off("error", reject).on("error", () => socket.destroy());
      socket.write("GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
      resolve(socket);
    });
    socket.once("error", reject);
  });
}

/** A new connection, as a first-time client has. */
function timeHealth(address: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    const beganMs = performance.now();
    const socket = connect(address.port, address.host);
    socket.write(formatRequest({ ...address, headers: {} }, { method: "GET", path: "/health" }));
    socket.once("data", (chunk) => {
      socket.destroy();
      if (chunk.toString("latin1", 0, 12) === "HTTP/1.1 200") resolve(performance.now() - beganMs);
      else reject(new Error(`/health was answered with ${chunk.toString("latin1", 0, 200)}`));
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("/health was not answered")));
  });
}
