// A load balancer of a few lines: each request goes to the next server, except those of one ACP connection over HTTP.
import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";

export interface RoundRobin extends AsyncDisposable {
  readonly url: string;
}

export async function openRoundRobin(ports: readonly number[], at = 0): Promise<RoundRobin> {
  /** Which server has an ACP connection. */
  const places = new Map<string, number>();
  let count = 0;
  const choose = ({ headers }: IncomingMessage): number => {
    const known = places.get(String(headers["acp-connection-id"]));
    return known ?? (ports[(count += 1) % ports.length] as number);
  };
  const server = createServer((incoming, response) => {
    const port = choose(incoming);
    pass(incoming, response, port, (id) => places.set(id, port));
  });
  server.on("upgrade", (incoming: IncomingMessage, socket: Socket, head: Buffer) =>
    upgrade(incoming, socket, head, choose(incoming)),
  );
  server.listen(at, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function pass(incoming: IncomingMessage, response: ServerResponse, port: number, onAcp: (id: string) => void): void {
  const { method, url, headers } = incoming;
  const sent = request({ host: "127.0.0.1", port, method, path: url, headers, agent: false }, (answer) => {
    const id = answer.headers["acp-connection-id"];
    if (typeof id === "string") onAcp(id);
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.headers);
    // A stream of events is silent at first: its client waits for the headers.
    response.flushHeaders();
    answer.on("error", () => response.destroy()).pipe(response);
  });
  sent.on("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  response.on("close", () => sent.destroy());
  incoming.on("error", () => sent.destroy()).pipe(sent);
}

function upgrade(incoming: IncomingMessage, socket: Socket, head: Buffer, port: number): void {
  const server = connect(port, "127.0.0.1");
  const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`);
  server.write(`${lines.join("\r\n")}\r\n\r\n`);
  server.write(head);
  socket.setNoDelay(true);
  for (const [from, to] of [
    [socket, server],
    [server, socket],
  ] as const) {
    from.on("error", () => to.destroy()).on("close", () => to.destroy());
    from.pipe(to);
  }
}
