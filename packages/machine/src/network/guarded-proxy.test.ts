import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { text as readText } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { startWebServer } from "@parley/test-support";
import { createDestinations, type DestinationOptions } from "./destination.ts";
import { startGuardedProxy, type GuardedProxy } from "./guarded-proxy.ts";

interface Guarded extends AsyncDisposable {
  readonly proxy: GuardedProxy;
  readonly refused: string[];
}

async function start(options: Partial<DestinationOptions> = {}): Promise<Guarded> {
  const refused: string[] = [];
  const destinations = createDestinations({ allowsLoopback: () => false, ...options });
  const proxy = await startGuardedProxy({
    destinations,
    connectionsMax: 8,
    idleMsMax: 60_000,
    onRefused: (why) => refused.push(why),
  });
  return { proxy, refused, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() };
}

async function get(proxy: GuardedProxy, url: string, method = "GET", body = ""): Promise<[number | undefined, string]> {
  const asked = request({ port: proxy.port, host: "127.0.0.1", path: url, method, headers: { host: "x" } });
  asked.end(body);
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return [response.statusCode, await readText(response)];
}

async function openTunnel(proxy: GuardedProxy, to: string): Promise<{ answer: string; socket: Socket }> {
  const socket = connect(proxy.port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n\r\n`);
  const [chunk] = (await once(socket, "data")) as [Buffer];
  return { answer: chunk.toString().split("\r\n")[0] ?? "", socket };
}

const everywhere = { allowsLoopback: () => true };

describe("the proxy of a browser", () => {
  it("hands requests on, with their bodies", async () => {
    await using web = await startWebServer({
      "/": "page",
      "/echo": (asked, response) => {
        asked.pipe(response);
      },
    });
    await using guarded = await start(everywhere);
    expect(await get(guarded.proxy, `${web.origin}/`)).toEqual([200, "page"]);
    expect(await get(guarded.proxy, `${web.origin}/echo`, "POST", "body")).toEqual([200, "body"]);
    expect((await get(guarded.proxy, `${web.origin}/none`))[0]).toBe(404);
    expect((await get(guarded.proxy, "http://127.0.0.1:1/"))[0]).toBe(502);
    expect((await get(guarded.proxy, "/no-proxy-request"))[0]).toBe(400);
    expect((await get(guarded.proxy, "ftp://127.0.0.1/"))[0]).toBe(400);
  });

  it("makes tunnels, and closes both ends of them", async () => {
    const server = createServer((socket) => socket.pipe(socket));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await using guarded = await start(everywhere);
    const { answer, socket } = await openTunnel(guarded.proxy, `127.0.0.1:${port}`);
    expect(answer).toBe("HTTP/1.1 200 Connection Established");
    socket.write("ping");
    expect(String((await once(socket, "data"))[0])).toBe("ping");
    socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    expect((await openTunnel(guarded.proxy, `127.0.0.1:${port}`)).answer).toBe("HTTP/1.1 502 Bad Gateway");
    for (const odd of ["127.0.0.1", "127.0.0.1:99999", ":80", "a:b"]) {
      expect((await openTunnel(guarded.proxy, odd)).answer).toMatch(/^HTTP\/1\.1 40[03]/);
    }
  });

  it.each(["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1", "169.254.169.254", "name.example"])(
    "goes nowhere near %s",
    async (host) => {
      await using web = await startWebServer({ "/": "secret" });
      const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
      await using guarded = await start({ resolve });
      expect((await get(guarded.proxy, `http://${host}:${web.port}/`))[0]).toBe(403);
      expect((await openTunnel(guarded.proxy, `${host}:${web.port}`)).answer).toBe("HTTP/1.1 403 Forbidden");
      expect(guarded.refused).toHaveLength(2);
      expect(web.requests).toEqual([]);
    },
  );

  it("ends with what is open in it", async () => {
    const server = createServer((socket) => socket.on("error", () => undefined).resume());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const guarded = await start(everywhere);
    const { socket } = await openTunnel(guarded.proxy, `127.0.0.1:${port}`);
    const isClosed = once(socket, "close");
    await guarded[Symbol.asyncDispose]();
    await isClosed;
    await new Promise((resolve) => server.close(resolve));
    expect(socket.destroyed).toBe(true);
  });
});
