import { openTestServer, type TestServer } from "@parley/test-support/server";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createApi, type Api } from "./testing/api.ts";
import { saidIn } from "./testing/frames.ts";

const BODY_BYTES_MAX = 64 * 1024;
const DRIVER = "driver-key-0123456789";
const CLOCK = { type: "stdio", name: "clock", cmd: "/nowhere/clock-mcp", args: ["--utc"], envs: { SECRET: "s3cr3t" } };
const GREET = {
  version: "1.0.0",
  title: "Greet",
  description: "Greet a person",
  prompt: "say hello {{ name }}",
  agent: "script",
  parameters: [{ key: "name", input_type: "string", requirement: "required", description: "Name of the person" }],
};

let server: TestServer;
let api: Api;

beforeAll(async () => {
  server = await openTestServer({
    limits: { bodyBytesMax: BODY_BYTES_MAX },
    keys: [{ name: "driver", hash: createHash("sha256").update(DRIVER).digest("hex"), scopes: ["read", "drive"] }],
  });
  api = createApi(server);
}, 60_000);
afterAll(() => server[Symbol.asyncDispose]());

const asDriver = { Authorization: `Bearer ${DRIVER}` };

describe("slots and agents", () => {
  it("are listed, internal ones on request", async () => {
    const { slots } = (await api.call("GET", "/agent/slots")).body;
    expect(slots.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(["coding", "assistant"]));
    const names = async (query: string): Promise<string[]> =>
      (await api.call("GET", `/agent/entries${query}`)).body.entries.map(({ name }: { name: string }) => name);
    expect(await names("")).not.toContain("recipe-maker");
    expect(await names("?all=true")).toContain("recipe-maker");
    expect((await api.call("GET", "/agent/entries/recipe_maker")).body.mode_slug).toBe("recipe_maker");
    expect((await api.call("GET", "/agent/slots/coding")).body.default_mode).toBe("backend");
  });

  it("are turned off and on", async () => {
    expect((await api.call("POST", "/agent/entries/qa/disable")).body.is_enabled).toBe(false);
    const refused = await api.call("POST", "/reply", { user_message: "say x", agent: "qa" });
    expect([refused.status, refused.body.code]).toEqual([409, "agent_disabled"]);
    expect((await api.call("POST", "/agent/entries/qa/enable")).body.is_enabled).toBe(true);
    expect((await api.call("POST", "/agent/slots/assistant/disable")).body.is_enabled).toBe(false);
    expect((await api.call("POST", "/agent/slots/assistant/enable")).body.is_enabled).toBe(true);
  });

  it("get extensions, whose secrets are never shown", async () => {
    for (const path of ["/agent/slots/coding", "/agent/entries/script"]) {
      const { body } = await api.call("POST", `${path}/extensions`, { config: CLOCK });
      expect(body.extensions).toMatchObject([{ type: "stdio", name: "clock", cmd: CLOCK.cmd, env_keys: ["SECRET"] }]);
      expect(JSON.stringify(body)).not.toContain("s3cr3t");
      expect((await api.call("DELETE", `${path}/extensions/clock`)).body.extensions).toEqual([]);
    }
  });

  it("can be unknown or unreachable", async () => {
    for (const path of ["/agent/slots/none", "/agent/entries/none"]) {
      expect((await api.call("GET", path)).status).toBe(404);
      expect((await api.call("POST", `${path}/enable`)).status).toBe(404);
      expect((await api.call("POST", `${path}/extensions`, { config: CLOCK })).status).toBe(404);
    }
    const { status, body } = await api.call("POST", "/agent/remotes", { url: "no url" });
    expect([status, body.field]).toEqual([400, "url"]);
    expect((await api.call("DELETE", "/agent/remotes/none")).status).toBe(404);
  });

  it("are changed only by administrators", async () => {
    const calls: readonly (readonly [string, string, unknown?])[] = [
      ["POST", "/agent/entries/qa/disable"],
      ["POST", "/agent/slots/coding/extensions", { config: CLOCK }],
      ["POST", "/agent/remotes", { url: "http://127.0.0.1:9/" }],
      ["POST", "/agent/extensions", { session_id: "x", config: CLOCK }],
      ["POST", "/agent/add_extension", { session_id: "x", config: CLOCK }],
      ["POST", "/sessions", { agent: "script", extensions: [{ config: CLOCK }] }],
      ["POST", "/recipes", { ...GREET, extensions: [{ name: "clock", command: "/x", args: [], env: [] }] }],
    ];
    for (const [method, path, body] of calls) {
      const answer = await api.call(method, path, body, asDriver);
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, "forbidden"]);
    }
    expect((await api.call("POST", "/sessions", { agent: "script" }, asDriver)).status).toBe(201);
  });
});

describe("the tools of a session's agent", () => {
  it("are what it used and what it offers", async () => {
    const { sessionId } = await api.talk("read none.txt");
    const known = (await api.call("GET", `/agent/tools?session_id=${sessionId}`)).body;
    expect(known.tools).toHaveLength(1);
    expect(known.commands.map(({ name }: { name: string }) => name)).toContain("tour");
    const prompts = (await api.call("GET", `/agent/prompts?session_id=${sessionId}`)).body;
    expect(prompts.commands).toContainEqual(expect.objectContaining({ name: "help" }));
    const filled = await api.call("POST", "/agent/prompts/get", {
      session_id: sessionId,
      name: "help",
      arguments: { a: 'b"c' },
    });
    expect(filled.body.messages[0].content.text).toBe(String.raw`/help a="b\"c"`);
    const none = await api.call("POST", "/agent/prompts", { session_id: sessionId, name: "none" });
    expect([none.status, none.body.field]).toEqual([400, "name"]);
  });

  it("can be requested for an agent that is not running yet", async () => {
    const { body: session } = await api.call("POST", "/sessions", { agent: "script" });
    expect((await api.call("GET", `/agent/tools?session_id=${session.id}&start=false`)).body.commands).toEqual([]);
    // An agent tells its commands a moment after its session is there.
    const count = async (): Promise<number> =>
      (await api.call("GET", `/agent/prompts?session_id=${session.id}&start=true`)).body.commands?.length ?? 0;
    await expect.poll(count).toBeGreaterThan(0);
  });

  it("include those of extensions", async () => {
    const { body: session } = await api.call("POST", "/sessions", { agent: "script" });
    const added = (await api.call("POST", "/agent/extensions", { session_id: session.id, config: CLOCK })).body;
    expect(added.extensions).toMatchObject([{ name: "clock", env_keys: ["SECRET"] }]);
    const web = {
      session_id: session.id,
      server: { type: "http", name: "web", url: "http://127.0.0.1:9/mcp", headers: [] },
    };
    expect((await api.call("POST", "/agent/add_extension", web)).body.extensions).toHaveLength(2);
    const gone = { session_id: session.id, name: "clock" };
    expect((await api.call("POST", "/agent/remove_extension", gone)).body.extensions).toMatchObject([
      { type: "streamable_http", name: "web" },
    ]);
    expect((await api.call("DELETE", `/sessions/${session.id}/extensions/web`)).body.extensions).toEqual([]);
    expect(
      (await api.call("POST", `/sessions/${session.id}/extensions`, { config: CLOCK })).body.extensions,
    ).toHaveLength(1);
    expect((await api.call("GET", `/sessions/${session.id}/extensions`)).body.extensions).toHaveLength(1);
    expect(JSON.stringify((await api.call("GET", `/sessions/${session.id}`)).body)).not.toContain("s3cr3t");
  });

  it("belong to a session", async () => {
    for (const path of ["/agent/tools", "/agent/prompts"]) {
      expect((await api.call("GET", path)).body.field).toBe("session_id");
      expect((await api.call("GET", `${path}?session_id=none`)).status).toBe(404);
    }
    expect((await api.call("POST", "/agent/extensions", { session_id: "none", config: CLOCK })).status).toBe(404);
    const odd = { session_id: "none", server: { type: "pigeon", name: "x" } };
    expect((await api.call("POST", "/agent/extensions", odd)).body.field).toBe("server.type");
  });
});

describe("recipes", () => {
  it("are made from a conversation", async () => {
    const { sessionId } = await api.talk("say hello Ann");
    const { status, body } = await api.call("POST", `/sessions/${sessionId}/recipe`);
    expect(status).toBe(200);
    expect(body.title).not.toBe("");
  });

  it("are stored, run with parameters, and deleted", async () => {
    const saved = (await api.call("POST", "/recipes", GREET)).body;
    expect((await api.call("GET", "/recipes")).body.recipes).toContainEqual(saved);
    expect((await api.call("GET", `/recipes/${saved.id}`)).body).toEqual(saved);
    const missing = await api.call("POST", `/recipes/${saved.id}/run`, {});
    expect([missing.status, missing.body.code]).toEqual([400, "bad_input"]);
    const turn = (await api.call("POST", `/recipes/${saved.id}/run`, { parameters: { name: "Ann" } })).body;
    await server.hub.turns.ended(turn.id);
    expect((await api.call("GET", `/turns/${turn.id}`)).body).toMatchObject({
      state: "completed",
      stop_reason: "end_turn",
    });
    const { conversation } = (await api.call("GET", `/sessions/${turn.session_id}`)).body;
    expect(JSON.stringify(conversation)).toContain("hello Ann");
    const frames = await api.reply({ recipe_name: "Greet", recipe_values: { name: "Bob" } });
    expect(saidIn(frames)).toContain("hello Bob");
    expect((await api.call("DELETE", `/recipes/${saved.id}`)).status).toBe(204);
    expect((await api.call("GET", `/recipes/${saved.id}`)).body.code).toBe("recipe_not_found");
    expect((await api.call("POST", `/recipes/${saved.id}/run`, {})).status).toBe(404);
  });

  it("are run in the requested version only", async () => {
    for (const version of ["1.0.0", "2.0.0"]) {
      await api.call("POST", "/recipes", { ...GREET, title: "Versions", version, prompt: `say version ${version}` });
    }
    const run = async (more: object): Promise<string> => saidIn(await api.reply({ recipe_name: "Versions", ...more }));
    expect(await run({ recipe_version: "1.0.0", recipe_values: { name: "Ann" } })).toContain("version 1.0.0");
    expect(await run({ recipe_version: "2.0.0", recipe_values: { name: "Ann" } })).toContain("version 2.0.0");
    for (const body of [
      { recipe_name: "Versions", recipe_version: "3.0.0" },
      { user_message: "x", recipe_version: "1" },
    ]) {
      const refused = await api.call("POST", "/reply", body);
      expect([refused.status, refused.body.field]).toEqual([400, "recipe_version"]);
    }
  });

  it("are validated", async () => {
    expect((await api.call("POST", "/recipes/parse", GREET)).body.title).toBe("Greet");
    for (const path of ["/recipes", "/recipes/parse"]) {
      const { status, body } = await api.call("POST", path, { ...GREET, title: 5 });
      expect([status, body.code, body.field]).toEqual([400, "bad_input", "title"]);
    }
  });
});

describe("turns", () => {
  it("are listed by session and state", async () => {
    const { sessionId } = await api.talk("say one");
    const { turns } = (await api.call("GET", `/turns?session_id=${sessionId}&state=completed`)).body;
    expect(turns).toMatchObject([{ session_id: sessionId, agent: "script", state: "completed" }]);
    expect((await api.call("GET", `/turns?session_id=${sessionId}&state=failed`)).body.turns).toEqual([]);
    expect((await api.call("GET", "/turns?state=odd")).body.field).toBe("state");
    expect((await api.call("GET", "/turns/none")).body.code).toBe("turn_not_found");
  });
});

describe("the documentation", () => {
  it("has every route with complete schemas", async () => {
    const { body } = await api.call("GET", "/openapi.json");
    expect(body.openapi).toBe("3.1.0");
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining([
        "/reply",
        "/sessions/{id}",
        "/sessions/{id}/events",
        "/agent/slots/{name}/enable",
        "/recipes/{id}/run",
      ]),
    );
    const refs = JSON.stringify(body).match(/#\/components\/schemas\/\w+/g) ?? [];
    expect(refs.length).toBeGreaterThan(20);
    for (const ref of refs) expect(body.components.schemas).toHaveProperty(ref.slice("#/components/schemas/".length));
    const operations = Object.values(body.paths).flatMap((path) => Object.values(path as object)) as {
      operationId: string;
    }[];
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it("is a page without external resources", async () => {
    const response = await server.fetch("/docs");
    const page = await response.text();
    expect(response.headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(page).toContain("/reply");
    expect(page).toContain("curl");
    expect(page).toContain("/.well-known/agent-card.json");
    const addresses = [...page.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, address = ""]) => address);
    expect(addresses.every((address) => address.startsWith("/"))).toBe(true);
    for (const address of addresses.filter((one) => one.startsWith("/docs/"))) {
      expect((await server.fetch(address)).status).toBe(200);
    }
  });
});

test("a body that is too large is refused", async () => {
  const { status } = await api.call("POST", "/recipes/parse", { ...GREET, prompt: "x".repeat(BODY_BYTES_MAX) });
  expect(status).toBe(413);
});
