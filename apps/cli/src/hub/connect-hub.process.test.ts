import { resolveSettings, silentLog } from "@parley/base";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CommandContext } from "../command.ts";
import { writeServerFile } from "../server/server-file.ts";
import { connectHub } from "./connect-hub.ts";

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
  await expect(connectHub(FLAGS, toContext())).rejects.toMatchObject({ code: "server_not_found" });
});
