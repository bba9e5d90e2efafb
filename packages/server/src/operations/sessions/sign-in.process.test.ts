// Signing in to a session's agent and restarting it through the server's own API: scopes, errors, sessions that share the process.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { httpDoor, type Door } from "../testing/doors.ts";

const DRIVER_KEY = "a-key-for-those-who-prompt";
const hash = createHash("sha256").update(DRIVER_KEY).digest("hex");

/** Wants a key, and says its process id. Travels as text. */
const AGENT = `
  const send = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
  const authMethods = [{ id: "key", name: "Key", type: "env_var", vars: [{ name: "AGENT_KEY", label: "Key" }] }];
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === "initialize") send({ id, result: { protocolVersion: 1, authMethods, agentCapabilities: { loadSession: true } } });
    else if (method === "session/new" && !process.env.AGENT_KEY) send({ id, error: { code: -32000, message: "No key" } });
    else if (method === "session/new") send({ id, result: { sessionId: "s" + Math.random() } });
    else if (method === "session/prompt" && params.prompt.at(-1).text === "wait") return;
    else if (method === "session/prompt") send({ id, result: { stopReason: "end_turn" } });
    else if (id !== undefined) send({ id, result: {} });
  });
`;
const launch = { command: process.execPath, args: ["-e", AGENT] };
const values = { AGENT_KEY: "secret" };

let server: TestServer;
let owner: Door;
beforeAll(async () => {
  server = await openTestServer({ keys: [{ name: "driver", hash, scopes: ["drive"] }] });
  owner = httpDoor(server.url, server.token);
});
afterAll(() => server[Symbol.asyncDispose]());

const create = async (): Promise<string> =>
  (await owner.call("sessions/create", { launch, working_dir: server.folder })).id;

describe("the agent of a session", () => {
  it("tells how to sign in before it opens a session, and opens it afterwards", async () => {
    const id = await create();
    expect(await owner.ask("sessions/choices", { id })).toMatchObject({ refused: { code: "sign_in_needed" } });
    const variables = [{ name: "AGENT_KEY", label: "Key", is_secret: true, is_optional: false }];
    expect(await owner.call("sessions/signIns", { id })).toEqual({
      sign_ins: [{ type: "variables", id: "key", name: "Key", variables }],
    });
    await owner.call("sessions/signIn", { id, method_id: "key", values });
    expect(await owner.call("sessions/choices", { id })).toMatchObject({ commands: [] });
  });

  it("refuses a method that it does not have, and values that it does not take", async () => {
    const id = await create();
    expect(await owner.ask("sessions/signIn", { id, method_id: "web" })).toMatchObject({ refused: { code: "usage" } });
    const odd = { id, method_id: "key", values: { OTHER: "x" } };
    expect(await owner.ask("sessions/signIn", odd)).toMatchObject({ refused: { code: "usage" } });
    const nothing = await owner.ask("sessions/restartAgent", { id: "nothing" });
    expect(nothing).toMatchObject({ refused: { code: "session_not_found" } });
  });

  it("is not restarted under the turn of another session", async () => {
    const [id, other] = [await create(), await create()];
    await owner.call("sessions/signIn", { id, method_id: "key", values });
    await Promise.all([id, other].map((one) => owner.call("sessions/choices", { id: one })));
    const { turn_id: turn } = await owner.call("turns/start", { id: other, user_message: "wait" });
    for (const refused of [
      await owner.ask("sessions/restartAgent", { id }),
      await owner.ask("sessions/signIn", { id, method_id: "key", values }),
      await owner.ask("sessions/signOut", { id }),
    ])
      expect(refused).toMatchObject({ refused: { code: "session_busy" } });
    expect(await server.hub.turns.get(turn)).toMatchObject({ state: "in_progress" });
    // A turn of its own ends with it.
    expect(await owner.call("sessions/restartAgent", { id: other })).toEqual({});
    expect(await server.hub.turns.ended(turn)).toMatchObject({ state: "failed" });
    expect(await owner.call("sessions/restartAgent", { id })).toEqual({});
  });

  it("is signed in to by the owner only; those who prompt may restart it", async () => {
    const id = await create();
    const driver = httpDoor(server.url, DRIVER_KEY);
    for (const refused of [
      await driver.ask("sessions/signIns", { id }),
      await driver.ask("sessions/signIn", { id, method_id: "key", values }),
      await driver.ask("sessions/signOut", { id }),
    ])
      expect(refused).toMatchObject({ refused: { code: "forbidden" } });
    expect(await driver.call("sessions/restartAgent", { id })).toEqual({});
  });
});
