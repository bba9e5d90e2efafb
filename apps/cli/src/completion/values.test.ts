import { createFileSessionStore } from "@parley/home/session-log";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeServerFile } from "@parley/home/running-server";
import { findValues } from "./values.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ secret: SECRET });
});
afterAll(() => server[Symbol.asyncDispose]());

/** With one session in files, and a server that is said to be there. */
async function createHome(url: string, token = server.token): Promise<TempFolder> {
  const home = await createTempFolder();
  const store = createFileSessionStore({ folder: home.file("sessions") });
  const log = await store.create({ id: IN_FILE, agentSessionId: "s", agent: { name: "script" }, cwd: "/" });
  await log.close();
  await writeFile(home.file("token"), `${token}\n`);
  await writeFile(home.file("server-secret"), SECRET);
  await writeServerFile(home.path, { url, pid: process.pid, startedAtMs: 1 });
  return home;
}

const SECRET = "the-secret-of-this-home";
const IN_FILE = "01900000-0000-7000-8000-000000000001";

async function offered(home: TempFolder, usesServer = true, serverMs = 60_000): Promise<readonly string[]> {
  const values = await findValues("session", { home: home.path, agent: undefined, usesServer, serverMs });
  return values.map(({ value }) => value);
}

describe("completion of sessions", () => {
  it("includes the sessions of the running server, the latest first", async () => {
    await using home = await createHome(server.url);
    const { id } = await server.hub.sessions.create({ agent: "script", title: "Over there" });
    expect(await offered(home)).toEqual(["latest", id, IN_FILE]);
    const values = await findValues("session", {
      home: home.path,
      agent: undefined,
      usesServer: true,
      serverMs: 60_000,
    });
    expect(values[1]).toEqual({ value: id, about: "Over there" });
  });

  it("includes only local sessions if the line disables the server", async () => {
    await using home = await createHome(server.url);
    expect(await offered(home, false)).toEqual(["latest", IN_FILE]);
  });

  it("includes only local sessions if the server rejects the token or is gone", async () => {
    await using refused = await createHome(server.url, "another-token");
    expect(await offered(refused)).toEqual(["latest", IN_FILE]);
    await using gone = await createHome("http://127.0.0.1:1");
    expect(await offered(gone)).toEqual(["latest", IN_FILE]);
  });

  it("does not wait for a slow server", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    await using home = await createHome(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    expect(await offered(home, true, 1)).toEqual(["latest", IN_FILE]);
    silent.closeAllConnections();
    silent.close();
  });
});
