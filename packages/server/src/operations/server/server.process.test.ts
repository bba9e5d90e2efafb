import { SERVER_PROTOCOL, VERSION } from "@parley/base";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { describe, expect, it } from "vitest";
import { createAcpPeer, TRANSPORTS } from "../../dialects/acp/testing/acp-peer.ts";
import type { ServerProcess, StopRequest } from "../../http/server-facts.ts";
import { acpDoor, httpDoor, type Door } from "../testing/doors.ts";

type OpenDoor = (server: TestServer) => Door | Promise<Door>;

const DOORS: readonly (readonly [string, OpenDoor])[] = [
  ["HTTP", ({ url, token }) => httpDoor(url, token)],
  ...TRANSPORTS.map(([name, connect]): [string, OpenDoor] => [
    `ACP by ${name}`,
    async (server) => acpDoor(await createAcpPeer(await connect(server))),
  ]),
];

describe.each(DOORS)("over %s", (_, open) => {
  it("says what it is and how much it has to do", async () => {
    const stop = (): never => expect.unreachable();
    const own = { kind: "background", startedAtMs: 0, idleExitMs: 60_000, stop } as const;
    await using server = await openTestServer({ process: own, notice: () => Promise.resolve("Nothing is configured") });
    const door = await open(server);
    expect(await door.call("server/get", {})).toEqual({
      version: VERSION,
      protocol: SERVER_PROTOCOL,
      pid: process.pid,
      kind: "background",
      url: server.url,
      command: "parley",
      dialects: expect.arrayContaining(["native", "acp"]),
      is_draining: false,
      notice: "Nothing is configured",
      access: { name: "token", scopes: ["read", "drive", "admin"] },
      started_at: "1970-01-01T00:00:00.000Z",
      idle_exit_seconds: 60,
      clients: expect.any(Number),
      turns: 0,
      questions: 0,
    });
  });

  it("stops the process around it", async () => {
    const requests: StopRequest[] = [];
    await using server = await openTestServer({ process: inTerminal((request) => requests.push(request)) });
    const door = await open(server);
    expect(await door.call("server/stop", { grace_seconds: 2 })).toEqual({ stopping: true, turns: 0 });
    expect(await door.call("server/stop", {})).toEqual({ stopping: true, turns: 0 });
    await expect.poll(() => requests).toEqual([{ graceMs: 2_000 }, { graceMs: undefined }]);
  });

  it.each([
    [{ grace_seconds: -1 }, "grace_seconds"],
    [{ grace_seconds: "soon" }, "grace_seconds"],
    [{ if_idle: 1 }, "if_idle"],
    [{ now: true }, "now"],
  ])("refuses %j and names the field", async (params, named) => {
    await using server = await openTestServer({ process: inTerminal(() => expect.unreachable()) });
    const refused = await (await open(server)).ask("server/stop", params);
    expect(refused).toMatchObject({ refused: { code: "bad_input" } });
    expect(JSON.stringify(refused)).toContain(named);
  });

  it("keeps a server with unfinished turns if asked to", async () => {
    const requests: StopRequest[] = [];
    await using server = await openTestServer({ process: inTerminal((request) => requests.push(request)) });
    const door = await open(server);
    const { id } = await door.call("sessions/create", { agent: "script" });
    const { turn_id: turn } = await door.call("turns/start", { id, user_message: "write a.txt x" });
    await server.hub.turns.settled(turn);
    expect(await door.call("server/get", {})).toMatchObject({ turns: 1, questions: 1 });
    expect(await door.ask("server/stop", { if_idle: true })).toMatchObject({ refused: { code: "session_busy" } });
    expect(requests).toEqual([]);
    await door.call("turns/cancel", { id: turn });
    await server.hub.turns.ended(turn);
    expect(await door.call("server/stop", { if_idle: true })).toEqual({ stopping: true, turns: 0 });
  });

  it("cannot be stopped where it is part of another program", async () => {
    await using server = await openTestServer();
    const door = await open(server);
    expect(await door.call("server/get", {})).toMatchObject({ kind: "embedded", idle_exit_seconds: null });
    expect(await door.ask("server/stop")).toMatchObject({ refused: { code: "capability_missing" } });
  });
});

it.each(["{", "[]"])("a body that is not an object is refused: %s", async (body) => {
  await using server = await openTestServer({ process: inTerminal(() => expect.unreachable()) });
  const headers = { "Content-Type": "application/json" };
  expect((await server.fetch("/server/stop", { method: "POST", body, headers })).status).toBe(400);
});

it("answers before it stops, also without a body", async () => {
  const requests: StopRequest[] = [];
  await using server = await openTestServer({ process: inTerminal((request) => requests.push(request)) });
  expect((await server.fetch("/server/stop", { method: "POST" })).status).toBe(202);
  await expect.poll(() => requests).toEqual([{ graceMs: undefined }]);
});

function inTerminal(stop: (request: StopRequest) => void): ServerProcess {
  return { kind: "foreground", startedAtMs: 0, stop };
}
