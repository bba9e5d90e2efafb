// Requests that offer another protocol than WebSocket, as Java's client and `curl --http2` do: HTTP/1.1 lets a server ignore the offer.
// Node treats all of them as upgrades, so the request is parsed again without it.
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { responseUnderWay } from "./connections.ts";

const OFFER: ReadonlySet<string> = new Set(["connection", "http2-settings", "upgrade"]);

export function isWebSocketUpgrade({ headers }: IncomingMessage): boolean {
  return /(?:^|[\s,])websocket(?:$|[\s,/])/i.test(headers.upgrade ?? "");
}

/** Answers the request as an ordinary one. `rest`: what arrived after its head. */
export function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, rest: Buffer): void {
  const again = (): void => {
    if (socket.destroyed) return;
    socket.unshift(Buffer.concat([Buffer.from(formatHead(request), "latin1"), rest]));
    server.emit("connection", socket);
  };
  // Responses are sent in the order of their requests.
  const earlier = responseUnderWay(socket);
  if (earlier === undefined) {
    again();
    return;
  }
  // Without a listener, a connection that is reset would end the process.
  const drop = (): void => void socket.destroy();
  socket.on("error", drop);
  earlier.once("close", () => {
    socket.off("error", drop);
    again();
  });
}

function formatHead({ method, url, httpVersion, rawHeaders, headers }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = "", value = ""] = rawHeaders.slice(index, index + 2);
    if (!OFFER.has(name.toLowerCase())) lines.push(`${name}: ${value}`);
  }
  if (/\bclose\b/i.test(headers.connection ?? "")) lines.push("Connection: close");
  return `${lines.join("\r\n")}\r\n\r\n`;
}
