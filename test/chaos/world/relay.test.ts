import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Relay } from "./relay.ts";

describe("the relay", () => {
  let server: Server;
  let relay: Relay;
  beforeEach(async () => {
    server = createServer((socket) => socket.on("error", () => undefined).pipe(socket)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    relay = await Relay.open(typeof address === "object" && address !== null ? address.port : 0);
  });
  afterEach(async () => {
    await relay[Symbol.asyncDispose]();
    server.close();
  });

  const open = (): Socket => connect(relay.port, "127.0.0.1").on("error", () => undefined);
  const closed = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once("close", resolve));

  it("passes what it gets, also after a while of holding it back", async () => {
    const socket = open();
    socket.write("one");
    expect(String((await once(socket, "data"))[0])).toBe("one");
    relay.set({ kind: "frozen", up: true, down: false });
    const seen: string[] = [];
    socket.on("data", (chunk: Buffer) => seen.push(chunk.toString("utf8")));
    socket.write("two");
    // A second connection gets no further, although it is accepted.
    const second = open();
    await once(second, "connect");
    second.write("three");
    expect(seen).toEqual([]);
    relay.set({ kind: "open" });
    expect(String((await once(second, "data"))[0])).toBe("three");
    await expect.poll(() => seen.join("")).toBe("two");
    relay.set({ kind: "slow", delayMs: 5 });
    socket.write("four");
    await expect.poll(() => seen.join("")).toBe("twofour");
  });

  it("breaks connections, and refuses new ones until it is open again", async () => {
    const socket = open();
    socket.write("one");
    await once(socket, "data");
    const broken = closed(socket);
    relay.set({ kind: "cut" });
    await broken;
    await closed(open());
    relay.set({ kind: "open" });
    const next = open();
    next.write("two");
    expect(String((await once(next, "data"))[0])).toBe("two");
    next.destroy();
  });
});
