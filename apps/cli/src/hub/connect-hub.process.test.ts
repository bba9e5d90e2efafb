import { resolveSettings, silentLog } from "@parley/base";
import { createMarker, createTempFolder, type Marker, type TempFolder } from "@parley/test-support";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CommandContext } from "../command.ts";
import { writeServerFile } from "@parley/home/running-server";
import { connectHub, type HubAccess } from "./connect-hub.ts";

const SECRET = "the-secret-of-this-home";
const FLAGS = { server: undefined, "no-server": false, "token-file": undefined };

let home: TempFolder;
beforeEach(async () => {
  home = await createTempFolder();
  await writeFile(home.file("server-secret"), `${SECRET}\n`);
  vi.stubEnv("PARLEY_TOKEN", "");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await home[Symbol.asyncDispose]();
});

function toContext(server = "auto"): CommandContext {
  return {
    settings: resolveSettings([{ layer: "flag", origin: "Command line", values: { server } }]),
    log: silentLog,
    cwd: home.path,
    home: home.path,
    isTrusted: false,
    config: { user: { path: home.file("config.json"), values: {} }, workspace: { path: "", values: {} } },
  };
}

/** The server of the home. */
async function openHomeServer(token: string): Promise<TestServer> {
  const server = await openTestServer({ secret: SECRET, token });
  await writeFile(home.file("token"), `${token}\n`);
  await writeServerFile(home.path, { url: server.url, pid: process.pid, startedAtMs: Date.now() });
  return server;
}

it("uses the server of this home, and finds it again on another port with another token", async () => {
  const first = await openHomeServer("the-first-token-0123456789");
  await using access = await connectHub(FLAGS, toContext());
  expect(access.server).toEqual({ url: first.url, token: first.token, isLocal: true });
  expect((await access.remote.request("sessions/list", {})).sessions).toEqual([]);
  await first[Symbol.asyncDispose]();
  await using second = await openHomeServer("the-second-token-0123456789");
  const { id } = await second.hub.sessions.create({ agent: "script" });
  expect((await access.remote.request("sessions/list", {})).sessions).toMatchObject([{ id }]);
  expect(access.server).toEqual({ url: second.url, token: second.token, isLocal: true });
});

it("uses the server at an address, with the token of the environment", async () => {
  await using server = await openTestServer();
  vi.stubEnv("PARLEY_TOKEN", server.token);
  await using access = await connectHub(FLAGS, toContext(server.url));
  expect(access.server).toEqual({ url: server.url, token: server.token, isLocal: false });
  expect(access.remote.state.kind).toBe("connected");
});

it("says what is wrong with the server or the token", async () => {
  await using server = await openTestServer();
  vi.stubEnv("PARLEY_TOKEN", "another-token-0123456789");
  await expect(connectHub(FLAGS, toContext(server.url))).rejects.toMatchObject({ code: "sign_in_needed" });
  await expect(connectHub(FLAGS, toContext("not a url"))).rejects.toMatchObject({ code: "usage" });
});

const ALONE = { ...FLAGS, "no-server": true };
const PARLEY = fileURLToPath(new URL("../../dist/parley.cjs", import.meta.url));

/** Runs one prompt to its end. Returns the session. */
async function prompt({ remote }: HubAccess, text: string): Promise<string> {
  const session = await remote.call("session/new", {
    cwd: home.path,
    mcpServers: [],
    _meta: { parley: { agent: "player" } },
  });
  const { sessionId } = session as { readonly sessionId: string };
  const { turnId } = await remote.prompt(sessionId, [{ type: "text", text }]);
  expect((await remote.turnEnded(turnId)).state).toBe("completed");
  return sessionId;
}

describe("without a server", () => {
  let marker: Marker;
  beforeEach(async () => {
    marker = createMarker();
    const player = { command: process.execPath, args: [PARLEY, "script"], env: marker.env };
    await writeFile(home.file("config.json"), JSON.stringify({ agents: { player } }));
  });
  afterEach(() => marker.reap());

  it("opens the hub in this process, on the store of a server", async () => {
    let sessionId: string;
    {
      await using access = await connectHub(FLAGS, toContext());
      expect(access.server).toBeUndefined();
      sessionId = await prompt(access, "say hi");
      expect(await marker.find()).toHaveLength(1);
    }
    expect(await marker.find()).toEqual([]);
    await using server = await openTestServer({ storePath: home.file("parley.db") });
    expect(await server.hub.sessions.get(sessionId)).toMatchObject({ id: sessionId, turns: 1, cwd: home.path });
  });

  it("stops a running turn and its agent when it is closed", async () => {
    await using access = await connectHub(ALONE, toContext());
    const first = await prompt(access, "say hi");
    const { turnId } = await access.remote.prompt(first, [{ type: "text", text: "say begun\nwait 600000" }]);
    await expect.poll(() => access.remote.request("turns/get", { id: turnId })).toMatchObject({ state: "in_progress" });
    await access[Symbol.asyncDispose]();
    expect(await marker.find()).toEqual([]);
    await using next = await connectHub(ALONE, toContext());
    expect((await next.remote.request("turns/get", { id: turnId })).state).toBe("failed");
  });

  it("says that the store is in use, and what to do", async () => {
    await using access = await connectHub(ALONE, toContext());
    expect(access.remote.state.kind).not.toBe("closed");
    await expect(connectHub(ALONE, toContext())).rejects.toMatchObject({
      code: "store_locked",
      message: `The sessions in ${home.path} are in use by another process`,
      remedy: { label: "Omit --no-server, or set PARLEY_HOME to another folder" },
    });
  });
});
