// Walks the table of scopes: every route of every dialect with every kind of caller, and whatever a request can bring along.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { createHash } from "node:crypto";
import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAcpPeer, TRANSPORTS } from "../dialects/acp/testing/acp-peer.ts";
import { send } from "../testing/send.ts";
import { createApp } from "../requests/create-app.ts";
import { isObject, silentLog } from "@parley/base";
import { operations, toExtensionMethod, type Operation } from "@parley/contract";
import type { RouteScope } from "../http/dialect.ts";
import { ACP_METHOD_SCOPES, ACTION_SCOPES, ROUTE_SCOPES } from "./scope-table.ts";

const KEYS = { read: "key-of-a-reader-01", drive: "key-of-a-driver-01", admin: "key-of-an-admin-01" } as const;
type Who = "none" | "wrong" | keyof typeof KEYS;
const CALLERS: readonly Who[] = ["none", "wrong", "read", "drive", "admin"];
const RANK: Readonly<Record<Who | RouteScope, number>> = { none: 0, wrong: 0, open: 0, read: 1, drive: 2, admin: 3 };
/** Params of any operation, and odd in each: a call that passes its check of the scope ends as a mistake. */
const NOTHING = Object.fromEntries([
  ...["id", "name", "configId", "extension", "session_id"].map((field) => [field, "nothing"]),
  ...["agent", "url", "at_seq", "user_message", "role", "title", "json"].map((field) => [field, 0]),
]) as Readonly<Record<string, unknown>>;
const OPERATION_METHODS = new Set<string>(Object.keys(operations).map(toExtensionMethod));
const hashOf = (key: string): string => createHash("sha256").update(key).digest("hex");

let server: TestServer;

beforeAll(async () => {
  const keys = (["read", "drive", "admin"] as const).map((scope) => ({
    name: `${scope}-key`,
    hash: hashOf(KEYS[scope]),
    scopes: [scope],
  }));
  // The walk refuses more than a person ever would.
  server = await openTestServer({ keys, limits: { refusalsPerSecond: 100_000, refusalsBurst: 100_000 } });
});
afterAll(() => server[Symbol.asyncDispose]());

function headersOf(who: Who): Record<string, string> {
  if (who === "none") return {};
  return { Authorization: `Bearer ${who === "wrong" ? "not-a-key-at-all" : KEYS[who]}` };
}

const ROWS = Object.entries(ROUTE_SCOPES).flatMap(([dialect, rows]) =>
  Object.entries(rows).map(([route, scope]) => ({ dialect, route, scope })),
);

describe("routes", () => {
  it.each(ROWS)("$dialect: $route requires $scope", async ({ route, scope }) => {
    const [method = "", path = ""] = route.split(" ");
    // Nothing that exists: a request that passes the gate ends as a mistake, and changes nothing.
    const target = `${server.url}${path.replaceAll(/\/:\w+/g, "/nothing").replace("*", "nothing")}`;
    for (const who of CALLERS) {
      const methods = method === "ALL" ? ["PATCH", "PUT"] : method === "GET" ? ["GET", "HEAD"] : [method];
      for (const one of methods) {
        const { status } = await send(target, {
          method: one,
          // A place that is none ends the stream of all changes before it begins.
          headers: { ...headersOf(who), "Content-Type": "application/json", "Last-Event-ID": "nothing" },
          body: one === "POST" || one === "PUT" ? "[" : undefined,
        });
        const expected = RANK[who] >= RANK[scope] ? "passes" : RANK[who] === 0 ? 401 : 403;
        const found = status === 401 || status === 403 ? status : "passes";
        expect([who, one, found]).toEqual([who, one, expected]);
      }
    }
  });

  it("without a row prevent the start", () => {
    const stray = {
      name: "stray",
      mount: (app: Parameters<typeof createAppMount>[0]) => void app.get("/stray", (c) => c.text("")),
    };
    expect(() => createApp(silentLog, [stray])).toThrow(/GET \/stray of stray is missing/);
  });

  it.each([
    "/%68ealth",
    "//health",
    "/health/",
    "/health;x",
    "/./health",
    "/x/../health",
    "/HEALTH",
    "/health%00",
    "/health%2f",
  ])("are not open under another spelling: %s", async (path) => {
    const { status, body } = await send(`${server.url}${path}`);
    expect(status === 401 || status === 404 || status === 400 || body === '{"status":"ok"}').toBe(true);
    for (const other of ["/sessions", "/agents", "/server"]) {
      const trick = await send(`${server.url}${path.replace("health", `health/..${other}`)}`);
      expect([400, 401, 404]).toContain(trick.status);
    }
  });
});

describe("WebSockets", () => {
  it.each(CALLERS)("require the scope read: %s", async (who) => {
    const socket = new WebSocket(`${server.url.replace("http", "ws")}/acp`, { headers: headersOf(who) });
    const status = await new Promise<number>((resolve) => {
      socket.once("unexpected-response", (_, { statusCode = 0 }) => resolve(statusCode));
      socket.once("open", () => resolve(101));
      socket.once("error", () => undefined);
    });
    socket.terminate();
    expect(status).toBe(RANK[who] >= RANK.read ? 101 : 401);
  });
});

function createAppMount(_app: Parameters<Parameters<typeof createApp>[1][number]["mount"]>[0]): void {
  // Names the type of an app.
}

/** What each caller that may drive does, and whether it passes. Each is tried in every dialect that has a word for it. */
const json = { "Content-Type": "application/json" };
async function call(who: Who, method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { ...headersOf(who), ...json, "A2A-Version": "1.0" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

async function createSession(agent: string): Promise<string> {
  return (await server.hub.sessions.create({ agent })).id;
}

/** A question that waits for its answer, with the options of an agent or of Parley. */
async function ask(what = "write"): Promise<{ id: string; turnId: string; sessionId: string }> {
  const sessionId = await createSession("script");
  const turn = await server.hub.turns.start({
    sessionId,
    prompt: [{ type: "text", text: `${what} ${crypto.randomUUID()}.txt x` }],
  });
  const { interactionId = "" } = await server.hub.turns.settled(turn.id);
  return { id: interactionId, turnId: turn.id, sessionId };
}

const toMessage = (text: string) => ({ role: "user", parts: [{ content_type: "text/plain", content: text }] });
const toA2a = (text: string, taskId = "") => ({
  message: {
    messageId: crypto.randomUUID(),
    role: "ROLE_USER",
    parts: [{ text }],
    ...(taskId === "" ? {} : { taskId }),
  },
});

/** Prompts that change what the agent asks about. */
const RAISING = [
  "/approval bypass",
  "/approval auto",
  " /APPROVAL autopilot",
  "/mode bypass",
  "/mode yolo",
  "/yolo on",
  "\n/approval bypass\nx",
];

describe("an answer that allows later calls as well", () => {
  const forms: Readonly<
    Record<string, (who: Who, question: Awaited<ReturnType<typeof ask>>) => Promise<{ status: number; text: string }>>
  > = {
    "native, always_allow": (who, { id }) =>
      call(who, "POST", "/action-required/tool-confirmation", { id, action: "always_allow" }),
    "native, by action": (who, { id }) => call(who, "POST", `/interactions/${id}`, { action: "always_allow" }),
    "native, once but remembered": (who, { id }) =>
      call(who, "POST", `/interactions/${id}`, { action: "allow_once", remember: "always" }),
    "ACP-REST, by option": (who, { turnId }) =>
      call(who, "POST", `/runs/${turnId}`, {
        await_resume: { type: "message", message: toMessage("allow_always") },
        mode: "async",
      }),
    "A2A, by word": (who, { turnId }) => call(who, "POST", "/message:send", toA2a("always", turnId)),
    "A2A, JSON-RPC": (who, { turnId }) =>
      call(who, "POST", "/a2a", { jsonrpc: "2.0", id: 1, method: "SendMessage", params: toA2a("always", turnId) }),
  };

  it.each(Object.entries(forms))("requires admin: %s", async (_, answer) => {
    const question = await ask();
    const refused = await answer("drive", question);
    expect(refused.text).toContain(ACTION_SCOPES.rememberAllow.what);
    expect((await server.hub.interactions.get(question.id)).state).toBe("pending");
    await call("drive", "POST", `/interactions/${question.id}`, { action: "deny_once" });
    expect((await server.hub.interactions.get(question.id)).state).toBe("answered");
  });

  it("requires admin, while allowing once requires drive", async () => {
    const second = await ask();
    expect((await call("drive", "POST", `/interactions/${second.id}`, { action: "allow_once" })).status).toBe(200);
    const first = await ask();
    expect((await call("admin", "POST", `/interactions/${first.id}`, { action: "always_allow" })).status).toBe(200);
    await server.hub.turns.ended(first.turnId);
    // From now on nobody is asked about it: that is what it takes more rights for.
    expect((await ask()).id).toBe("");
  });
});

describe("a level or mode that asks less", () => {
  it.each(RAISING)("requires admin in a prompt: %j", async (text) => {
    const sessionId = await createSession("backend");
    const forms = [
      call("drive", "POST", "/reply", { user_message: text, session_id: sessionId }),
      call("drive", "POST", `/sessions/${sessionId}/reply`, { user_message: text }),
      call("drive", "POST", "/reply", {
        mode: "execute_plan",
        session_id: sessionId,
        plan: { is_compound: true, tasks: [{ task_id: "a", agent_name: "backend", description: text }] },
      }),
      call("drive", "POST", "/runs", { agent_name: "backend", input: [toMessage(text)], mode: "async" }),
      call("drive", "POST", "/message:send", toA2a(text)),
      call("drive", "POST", "/a2a/agents/backend", {
        jsonrpc: "2.0",
        id: 1,
        method: "SendMessage",
        params: toA2a(text),
      }),
    ];
    for (const { text: answer } of await Promise.all(forms)) {
      expect(answer).toContain(ACTION_SCOPES.raiseLevel.what);
    }
  });

  it.each(RAISING)("requires admin in a queued prompt, and in the reason of an answer: %j", async (text) => {
    const question = await ask("run touch");
    const queued = await server.hub.turns.start({
      sessionId: question.sessionId,
      prompt: [{ type: "text", text: "say x" }],
    });
    const path = `/sessions/${question.sessionId}/queue/${queued.id}`;
    const forms = [
      await call("drive", "PUT", path, { text }),
      await call("drive", "POST", `/interactions/${question.id}`, { action: "deny_once", reason: text }),
    ];
    for (const refused of forms) {
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining(ACTION_SCOPES.raiseLevel.what)]);
    }
    expect((await server.hub.turns.get(queued.id)).prompt).toEqual([{ type: "text", text: "say x" }]);
    expect((await server.hub.interactions.get(question.id)).state).toBe("pending");
    expect((await call("admin", "PUT", path, { text })).status).toBe(200);
    await server.hub.turns.cancel(queued.id);
    await server.hub.turns.cancel(question.turnId);
  });

  it("requires admin for the text of a queued prompt that allows everything, but not for its place", async () => {
    const { sessionId, turnId } = await ask("run touch");
    const prompt = [{ type: "text", text: "say x" }] as const;
    const { id } = await server.hub.turns.start({ sessionId, prompt, approve: "all" });
    const change = (who: Who, body: unknown) => call(who, "PUT", `/sessions/${sessionId}/queue/${id}`, body);
    expect(await change("drive", { text: "write a.txt x" })).toMatchObject({
      status: 403,
      text: expect.stringContaining(ACTION_SCOPES.approveAll.what) as string,
    });
    expect((await change("drive", { place: 0 })).status).toBe(200);
    expect((await change("admin", { text: "say y" })).status).toBe(200);
    await server.hub.turns.cancel(id);
    await server.hub.turns.cancel(turnId);
  });

  it("is not reached by the tasks of a plan that the server proposes", async () => {
    const text = "/plan Do these:\n1. /approval bypass\n2. /mode autopilot\n3. say done";
    const sessionId = await createSession("backend");
    for (const user_message of [text, "/plan run"]) {
      const body = { session_id: sessionId, agent: "auto", user_message };
      expect((await call("drive", "POST", "/reply", body)).status).toBe(200);
    }
    const { sessions } = await server.hub.sessions.list({});
    const tasks = sessions.filter(({ title }) => /^\/(?:approval|mode)/.test(title ?? ""));
    expect(tasks.map(({ level }) => level)).toEqual(["supervised", "supervised"]);
  });

  it("requires admin in a recipe, no matter who saved it or how it is filled in", async () => {
    const recipe = {
      version: "1.0.0",
      title: "Raise",
      description: "d",
      prompt: "{{ what }}",
      parameters: [{ key: "what", input_type: "string", requirement: "required", description: "w" }],
    };
    const saved = await call("admin", "POST", "/recipes", recipe);
    const { id } = JSON.parse(saved.text) as { id: string };
    const ran = await call("drive", "POST", `/recipes/${id}/run`, { parameters: { what: "/approval bypass" } });
    expect([ran.status, ran.text]).toEqual([403, expect.stringContaining(ACTION_SCOPES.raiseLevel.what)]);
    const replied = await call("drive", "POST", "/reply", {
      recipe_name: "Raise",
      recipe_values: { what: "/approval bypass" },
    });
    expect(replied.status).toBe(403);
  });

  it("requires admin as a mode or an option of the session, but a stricter one does not", async () => {
    const sessionId = await createSession("backend");
    const put = (who: Who, path: string, body: unknown) => call(who, "PUT", `/sessions/${sessionId}${path}`, body);
    for (const value of ["auto", "bypass", "autopilot"]) {
      expect([value, (await put("drive", "/config/approval", { value })).status]).toEqual([value, 403]);
      expect([value, (await put("drive", "/mode", { mode_id: value })).status]).toEqual([value, 403]);
      expect([value, (await put("drive", "/config/mode", { value })).status]).toEqual([value, 403]);
    }
    expect((await put("drive", "/config/something", { value: true })).status).toBe(403);
    expect((await put("drive", "/config/thinking", { value: "high" })).status).toBe(200);
    expect((await put("drive", "/mode", { mode_id: "qa" })).status).toBe(200);
    expect((await put("admin", "/config/approval", { value: "bypass" })).status).toBe(200);
    expect((await put("drive", "/config/approval", { value: "auto" })).status).toBe(200);
    expect((await put("drive", "/config/approval", { value: "bypass" })).status).toBe(403);
    expect((await put("drive", "/config/approval", { value: "supervised" })).status).toBe(200);
  });
});

describe.each(TRANSPORTS)("over ACP by %s", (_, connect) => {
  it("the same scopes apply, and questions only offer what the client may select", async () => {
    const peer = await createAcpPeer(await connect({ url: server.url, token: KEYS.drive }));
    const start = { cwd: server.folder, mcpServers: [] };
    const { sessionId } = await peer.ask("session/new", { ...start, _meta: { parley: { agent: "backend" } } });
    const forbidden = { data: { code: "forbidden" } };
    for (const text of RAISING) {
      const prompt = [{ type: "text", text }];
      await expect(peer.ask("session/prompt", { sessionId, prompt })).rejects.toMatchObject(forbidden);
    }
    const raise = { sessionId, configId: "approval", value: "bypass" };
    await expect(peer.ask("session/set_config_option", raise)).rejects.toMatchObject(forbidden);
    await expect(peer.ask("session/set_mode", { sessionId, modeId: "bypass" })).rejects.toMatchObject({
      code: -32_602,
    });
    await peer.ask("session/set_mode", { sessionId, modeId: "qa" });
    await peer.transport.close();
  });
});

describe.each(TRANSPORTS)("operations over ACP by %s", (_, connect) => {
  it("and every other method are held to their rows for whoever may only look", async () => {
    const sessionId = await createSession("script");
    const peer = await createAcpPeer(await connect({ url: server.url, token: KEYS.read }));
    const others = Object.entries(ACP_METHOD_SCOPES).filter(([method]) => !OPERATION_METHODS.has(method));
    const params = { sessionId, cwd: server.folder, mcpServers: [], prompt: [], modeId: "qa", modelId: "x" };
    const more = { configId: "approval", value: "x", turnId: "nothing", protocolVersion: 1, methodId: "x" };
    for (const [method, scope] of others) {
      const given = { ...params, ...more, title: "x", agent: "qa", query: "x" };
      const answer = await peer
        .ask(method, given)
        .catch((error: unknown) => error as Readonly<Record<string, unknown>>);
      const isRefused = isObject(answer["data"]) && answer["data"]["code"] === "forbidden";
      expect([method, isRefused]).toEqual([method, scope !== "read"]);
    }
    expect(await server.hub.sessions.get(sessionId)).toMatchObject({ agent: "script", turns: 0, isNamed: false });
    await peer.transport.close();
  });

  it("do not ask whoever may only look, although it follows", async () => {
    const sessionId = await createSession("script");
    const looking = await createAcpPeer(await connect({ url: server.url, token: KEYS.read }));
    const driving = await createAcpPeer(await connect({ url: server.url, token: KEYS.drive }));
    await looking.ask("_parley/session/follow", { sessionId, after: 0 });
    const prompt = [{ type: "text", text: "run echo hi\nsay done" }];
    const turn = driving.ask("session/prompt", { sessionId, prompt });
    const { id } = await driving.called("session/request_permission");
    driving.send({ id, result: { outcome: { outcome: "cancelled" } } });
    await turn;
    await looking.find((message) => JSON.stringify(message).includes("echo hi"));
    expect(looking.heard.some(({ method }) => method === "session/request_permission")).toBe(false);
    await Promise.all([looking, driving].map(({ transport }) => transport.close()));
  });

  it.each(["read", "drive", "admin"] as const)("take the same scopes as over HTTP: %s", async (who) => {
    const peer = await createAcpPeer(await connect({ url: server.url, token: KEYS[who] }));
    for (const [name, { scope, isHttpOnly }] of Object.entries<Operation>(operations)) {
      const method = toExtensionMethod(name);
      expect(ACP_METHOD_SCOPES[method]).toBe(isHttpOnly === true ? undefined : scope);
      // Nothing that exists, as above. What needs no params and changes nothing is answered.
      const answer = await peer.ask(method, NOTHING).catch((error: unknown) => error as { data?: { code?: string } });
      const isRefused = isObject(answer["data"]) && answer["data"]["code"] === "forbidden";
      expect([method, isRefused]).toEqual([method, isHttpOnly !== true && RANK[who] < RANK[scope]]);
    }
    await peer.transport.close();
  });
});

describe("an export", () => {
  it("contains no secrets, unless an admin asks for them", async () => {
    const secret = ["sk", "ant", "api03", "aB3dE5fG7h".repeat(9)].join("-");
    const sessionId = await createSession("script");
    const turn = await server.hub.turns.start({
      sessionId,
      prompt: [{ type: "text", text: `say the key is ${secret} ok` }],
    });
    await server.hub.turns.ended(turn.id);
    for (const who of ["read", "drive", "admin"] as const) {
      const { status, text } = await call(who, "GET", `/sessions/${sessionId}/export`);
      expect([who, status, text.includes(secret)]).toEqual([who, 200, false]);
      expect(text.split("\n").length).toBeGreaterThan(4);
    }
    const whole = await Promise.all(
      CALLERS.map((who) => call(who, "GET", `/sessions/${sessionId}/export?with_secrets=true`)),
    );
    expect(whole.map(({ status }) => status)).toEqual([401, 401, 403, 403, 200]);
    expect(whole.map(({ text }) => text.includes(secret))).toEqual([false, false, false, false, true]);
  });
});
