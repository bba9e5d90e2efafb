// The state of the connection: against the real server, and against small servers that misbehave.
import { SERVER_PROTOCOL } from "@parley/base";
import { openTestServer } from "@parley/test-support/server";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocketServer, type WebSocket } from "ws";
import { connectServer, type Remote } from "./connect-server.ts";
import { reached } from "./testing/states.ts";

/** Short, for what happens only after them. */
const IMPATIENT = { idleMs: 100, silentMs: 200, deadMs: 500, answerNoticeMs: 200, refusedRetryMs: 100 };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

function connect(...args: Parameters<typeof connectServer>): Remote {
  const remote = connectServer(...args);
  closing.push(() => remote.close());
  return remote;
}

/** Accepts connections, and never says a word. */
async function startMute(): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface SmallServer {
  readonly url: string;
  /** While true, requests other than the first are left unanswered. */
  isMute: boolean;
  readonly sockets: ReadonlySet<WebSocket>;
}

/** Answers `initialize` with this `_meta.parley`, and everything else with an empty object. */
async function startSmall(parley: object): Promise<SmallServer> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  const small = { url: "", isMute: false, sockets: server.clients };
  server.on("connection", (socket) => {
    socket.on("message", (data: Buffer) => {
      const { id, method } = JSON.parse(data.toString()) as { id?: number; method: string };
      if (small.isMute && method !== "initialize") return;
      const result = method === "initialize" ? { protocolVersion: 1, _meta: { parley } } : {};
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });
  });
  await once(server, "listening");
  closing.push(async () => {
    for (const socket of server.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  });
  small.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return small;
}

describe("the state of the connection", () => {
  it("is connected, with what the server says of itself", async () => {
    await using server = await openTestServer();
    const remote = connect({ url: server.url, token: server.token });
    expect(remote.state.kind).toBe("reconnecting");
    expect(await remote.connected()).toMatchObject({ protocol: SERVER_PROTOCOL });
    expect(remote.state).toMatchObject({ kind: "connected", server: { protocol: SERVER_PROTOCOL } });
    await remote.close();
  });

  it("is wrong_token with a token that the server does not take, and requests say so", async () => {
    await using server = await openTestServer();
    const remote = connect({ url: server.url, token: "wrong" });
    const { reason } = await reached(remote, "wrong_token");
    expect(reason).toMatchObject({ code: "sign_in_needed" });
    await expect(remote.connected()).rejects.toMatchObject({ code: "sign_in_needed" });
    await expect(remote.prompt("s", [])).rejects.toMatchObject({ code: "sign_in_needed" });
  });

  it("tries again with the address that it is given, when the token was replaced", async () => {
    await using server = await openTestServer();
    let token = "wrong";
    const remote = connect({ locate: () => Promise.resolve({ url: server.url, token }) }, { limits: IMPATIENT });
    await reached(remote, "wrong_token");
    ({ token } = server);
    expect(await reached(remote, "connected")).toMatchObject({ server: { protocol: SERVER_PROTOCOL } });
    await remote.close();
  });

  it.each([
    ["older", undefined, "Restart the server"],
    ["newer", SERVER_PROTOCOL + 1, "Update this client"],
  ])("is other_version for a server that is %s", async (_, protocol, advice) => {
    const { url } = await startSmall({ version: "9.9.9", protocol });
    const remote = connect({ url });
    const { reason, server } = await reached(remote, "other_version");
    expect(server).toEqual({ version: "9.9.9", protocol });
    expect(reason.message).toContain(advice);
    await expect(remote.request("sessions/list", {})).rejects.toThrow(advice);
  });

  it("is server_gone when nothing listens, and when looking for it fails", async () => {
    const mute = await startMute();
    for (const close of closing.splice(0)) await close();
    const remote = connect({ url: mute });
    expect((await reached(remote, "server_gone")).reason.message).toContain("Nothing is listening");
    await expect(remote.request("sessions/list", {}, { timeoutMs: 100 })).rejects.toMatchObject({
      code: "server_not_found",
    });
    const unlocated = connect({ locate: () => Promise.reject(new Error("No server is running")) });
    expect((await reached(unlocated, "server_gone")).reason.message).toBe("No server is running");
  });

  it("is server_gone when the server accepts and never answers", async () => {
    const remote = connect({ url: await startMute() }, { limits: IMPATIENT });
    const { reason } = await reached(remote, "server_gone");
    expect(reason.message).toContain("has not answered");
  });

  it("is reconnecting while the server is silent, and connected when it answers again", async () => {
    const small = await startSmall({ version: "1", protocol: SERVER_PROTOCOL });
    const remote = connect({ url: small.url }, { limits: IMPATIENT });
    await reached(remote, "connected");
    small.isMute = true;
    expect((await reached(remote, "reconnecting")).reason?.message).toContain("does not answer");
    const [socket] = small.sockets;
    socket?.send(JSON.stringify({ jsonrpc: "2.0", method: "_parley/nothing" }));
    await reached(remote, "connected");
  });

  it("opens another connection when the silent one is given up", async () => {
    const small = await startSmall({ version: "1", protocol: SERVER_PROTOCOL });
    const remote = connect({ url: small.url }, { limits: IMPATIENT });
    await reached(remote, "connected");
    const [first] = small.sockets;
    small.isMute = true;
    const ping = remote.call("_parley/ping", {}, { isRepeatable: true });
    await reached(remote, "reconnecting");
    await new Promise((resolve) => first?.once("close", resolve));
    small.isMute = false;
    expect(await ping).toEqual({});
    expect(small.sockets.has(first as WebSocket)).toBe(false);
  });

  it("notices a closed connection at once, and repeats only what is safe to repeat", async () => {
    const small = await startSmall({ version: "1", protocol: SERVER_PROTOCOL });
    const remote = connect({ url: small.url });
    await reached(remote, "connected");
    small.isMute = true;
    const [reading, writing] = [remote.request("sessions/list", {}), remote.request("sessions/delete", { id: "x" })];
    const lost = reached(remote, "reconnecting");
    for (const socket of small.sockets) socket.terminate();
    small.isMute = false;
    await expect(writing).rejects.toThrow("It may have been done");
    await lost;
    expect(await reading).toEqual({});
  });

  it("ends a request with its signal and its time", async () => {
    const small = await startSmall({ version: "1", protocol: SERVER_PROTOCOL });
    const remote = connect({ url: small.url });
    await reached(remote, "connected");
    small.isMute = true;
    await expect(remote.request("sessions/list", {}, { timeoutMs: 50 })).rejects.toMatchObject({
      code: "request_timeout",
    });
    const gone = connect({ locate: () => Promise.reject(new Error("none")) });
    const controller = new AbortController();
    const waiting = gone.prompt("s", [], { signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: "request_cancelled" });
  });

  it("refuses an address that is not one", () => {
    expect(() => connectServer({ url: "localhost:4717" })).toThrow("is not a server URL");
  });
});
