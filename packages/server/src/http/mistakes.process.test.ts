// Callers' mistakes on all dialects: each is answered with −32602 or 400, names the field in the words of its dialect, and changes nothing.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { randomUUID } from "node:crypto";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAcpPeer, TRANSPORTS } from "../dialects/acp/testing/acp-peer.ts";

type Fields = Readonly<Record<string, unknown>>;
type Mistake = readonly [name: string, field: string, make: () => Fields];

const MISSING = "/nowhere/at/all";
const PNG = "image/png";
let server: TestServer;
let file: string;
let sessionId: string;

beforeAll(async () => {
  server = await openTestServer();
  file = join(server.folder, "a-file");
  await writeFile(file, "");
  sessionId = (await server.hub.sessions.create({ agent: "script" })).id;
});
afterAll(() => server[Symbol.asyncDispose]());

async function post(path: string, body: unknown, headers: Fields = {}): Promise<{ status: number; body: Fields }> {
  const init = { method: "POST", headers: { "Content-Type": "application/json", ...headers } };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await server.fetch(path, { ...init, body: text });
  return { status: response.status, body: (await response.json()) as Fields };
}

/** Sessions and turns: neither may come of a mistake. */
async function count(): Promise<readonly number[]> {
  const [{ sessions }, { turns }] = await Promise.all([server.hub.sessions.list({}), server.hub.turns.list({})]);
  return [sessions.length, turns.length];
}

describe.each(TRANSPORTS)("ACP over %s", (_, connect) => {
  const session = (more: Fields): Fields => ({ cwd: server.folder, mcpServers: [], ...more });
  const program = { name: "clock", command: "/bin/true", args: [] };
  const mistakes: readonly (readonly [method: string, ...Mistake])[] = [
    ["session/new", "a folder that is missing", "cwd", () => session({ cwd: MISSING })],
    ["session/new", "a folder that is a file", "cwd", () => session({ cwd: file })],
    ["session/new", "a relative folder", "cwd", () => session({ cwd: "src" })],
    ["session/new", "a number for a folder", "cwd", () => session({ cwd: 5 })],
    [
      "session/new",
      "a further folder that is missing",
      "additionalDirectories.0",
      () => session({ additionalDirectories: [MISSING] }),
    ],
    [
      "session/new",
      "an agent that is a number",
      "_meta.parley.agent",
      () => session({ _meta: { parley: { agent: 5 } } }),
    ],
    ["session/new", "our own words as a number", "_meta.parley", () => session({ _meta: { parley: 5 } })],
    [
      "session/new",
      "an MCP server of an unknown kind",
      "mcpServers.0.type",
      () => session({ mcpServers: [{ type: "pigeon", name: "p" }] }),
    ],
    [
      "session/new",
      "an environment with a number",
      "mcpServers.0.env.A",
      () => session({ mcpServers: [{ ...program, env: { A: 5 } }] }),
    ],
    ["session/load", "another folder", "cwd", () => session({ sessionId, cwd: "/" })],
    ["session/resume", "another folder", "cwd", () => session({ sessionId, cwd: "/" })],
    ["session/fork", "another folder", "cwd", () => session({ sessionId, cwd: "/" })],
    ["session/load", "a relative folder", "cwd", () => session({ sessionId, cwd: "." })],
    [
      "session/new",
      "a variable without a name",
      "mcpServers.0.env.0.name",
      () => session({ mcpServers: [{ ...program, env: [{ name: "", value: "x" }] }] }),
    ],
    [
      "session/new",
      "an MCP server without a command",
      "mcpServers.0.command",
      () => session({ mcpServers: [{ ...program, command: "", env: [] }] }),
    ],
    ["session/list", "a relative folder", "cwd", () => ({ cwd: "src" })],
    ["session/load", "a folder that is a file", "cwd", () => session({ sessionId, cwd: file })],
    ["session/resume", "a folder that is missing", "cwd", () => session({ sessionId, cwd: MISSING })],
    ["session/fork", "a folder that is missing", "cwd", () => session({ sessionId, cwd: MISSING })],
    [
      "session/prompt",
      "a text that is a number",
      "prompt.0.text",
      () => ({ sessionId, prompt: [{ type: "text", text: 5 }] }),
    ],
    [
      "session/prompt",
      "an image without data",
      "prompt.0.data",
      () => ({ sessionId, prompt: [{ type: "image", mimeType: PNG }] }),
    ],
    [
      "session/prompt",
      "an image with no bytes",
      "prompt.0.data",
      () => ({ sessionId, prompt: [{ type: "image", mimeType: PNG, data: "" }] }),
    ],
    [
      "session/prompt",
      "an image that is not base64",
      "prompt.0.data",
      () => ({ sessionId, prompt: [{ type: "image", mimeType: PNG, data: "%%" }] }),
    ],
    [
      "session/prompt",
      "an image that is text",
      "prompt.0.mimeType",
      () => ({ sessionId, prompt: [{ type: "image", mimeType: "text/plain", data: "AAAA" }] }),
    ],
    [
      "session/prompt",
      "content of an unknown kind",
      "prompt.0.type",
      () => ({ sessionId, prompt: [{ type: "hologram" }] }),
    ],
    [
      "session/set_config_option",
      "an unknown approval level",
      "value",
      () => ({ sessionId, configId: "approval", value: "sometimes" }),
    ],
    ["session/set_config_option", "an unknown option", "value", () => ({ sessionId, configId: "nosuch", value: "x" })],
    ["session/set_model", "an unknown model", "modelId", () => ({ sessionId, modelId: "nosuch" })],
    ["session/set_mode", "an unknown mode", "modeId", () => ({ sessionId, modeId: "nosuch" })],
    [
      "session/new",
      "an MCP server whose address is not one",
      "mcpServers.1.url",
      () => session({ mcpServers: [program, { type: "http", name: "p", url: "file:///x", headers: [] }] }),
    ],
  ];

  it("refuses every invalid request", async () => {
    const peer = await createAcpPeer(await connect(server));
    const before = await count();
    for (const [method, name, field, make] of mistakes) {
      const error: unknown = await peer.ask(method, make()).catch((reason: unknown) => reason);
      // A name that is not there is shown instead of its field.
      const about = expect.stringMatching(new RegExp(`${field}|nosuch`)) as string;
      expect(error, `${method} with ${name}`).toMatchObject({ code: -32_602, message: about, data: { field } });
    }
    expect(await count()).toEqual(before);
    await peer.transport.close();
  });

  it("accepts an environment as an object", async () => {
    const peer = await createAcpPeer(await connect(server));
    const made = await peer.ask("session/new", session({ mcpServers: [{ ...program, env: { A: "b" } }] }));
    const { extensions } = await server.hub.sessions.get(String(made["sessionId"]));
    expect(extensions).toMatchObject([{ name: "clock", env: [{ name: "A", value: "b" }] }]);
    await peer.transport.close();
  });

  it.each(["session/load", "session/resume", "session/fork"])(
    "opens a session by %s, however its folder is spelled",
    async (method) => {
      const peer = await createAcpPeer(await connect(server));
      const link = join(server.folder, `link-${randomUUID()}`);
      await symlink(server.folder, link, "dir");
      // The protocol requires a folder of a fork.
      const missing = method === "session/fork" ? [] : [undefined];
      for (const cwd of [server.folder, `${server.folder}/`, link, "", ...missing]) {
        await expect(peer.ask(method, { sessionId, cwd, mcpServers: [] }), `the folder ${cwd}`).resolves.toBeDefined();
      }
      await peer.transport.close();
    },
  );

  it("opens a session whose folder no longer exists", async () => {
    const peer = await createAcpPeer(await connect(server));
    const cwd = join(server.folder, "gone");
    await mkdir(cwd);
    const { id } = await server.hub.sessions.create({ agent: "script", cwd });
    await rm(cwd, { recursive: true });
    await expect(peer.ask("session/resume", { sessionId: id, cwd, mcpServers: [] })).resolves.toBeDefined();
    await peer.transport.close();
  });
});

describe("the native API", () => {
  const message = (part: unknown, role = "user"): Fields => ({ user_message: { role, content: [part] } });
  const mistakes: readonly (readonly [path: string, ...Mistake])[] = [
    ["/sessions", "a folder that is missing", "working_dir", () => ({ working_dir: MISSING })],
    ["/sessions", "a folder that is a file", "working_dir", () => ({ working_dir: file })],
    ["/sessions", "a relative folder", "working_dir", () => ({ working_dir: "src" })],
    ["/sessions", "a further folder that is a file", "additional_folders.0", () => ({ additional_folders: [file] })],
    ["/sessions", "an extension that is nothing", "extensions.0.config", () => ({ extensions: [{}] })],
    [
      "/sessions",
      "a second extension without a command",
      "extensions.1.server.command",
      () => ({
        extensions: [{ server: { name: "a", command: "/bin/true", args: [], env: [] } }, { server: { name: "b" } }],
      }),
    ],
    [
      "/sessions",
      "an extension whose address is not one",
      "extensions.0.server.url",
      () => ({ extensions: [{ server: { type: "http", name: "a", url: "nope", headers: [] } }] }),
    ],
    [
      "/sessions",
      "goose's extension whose address is not one",
      "extensions.0.config.uri",
      () => ({ extensions: [{ config: { type: "streamable_http", name: "a", uri: "file:///x" } }] }),
    ],
    ["/sessions", "a name of blanks", "name", () => ({ name: "  " })],
    ["/reply", "a folder that is missing", "working_dir", () => ({ user_message: "x", working_dir: MISSING })],
    ["/reply", "a text that is a number", "user_message.content.0.text", () => message({ type: "text", text: 5 })],
    ["/reply", "an image without data", "user_message.content.0.data", () => message({ type: "image", mimeType: PNG })],
    [
      "/reply",
      "an image of no type",
      "user_message.content.0.mimeType",
      () => message({ type: "image", data: "AAAA" }),
    ],
    ["/reply", "an unknown role", "user_message.role", () => message({ type: "text", text: "x" }, "wizard")],
    ["/reply", "content of an unknown kind", "user_message.content.0.type", () => message({ type: "hologram" })],
    ["/reply", "content that is null", "user_message.content.0", () => message(null)],
    ["/reply", "an unknown mode", "mode", () => ({ user_message: "x", mode: "later" })],
    [
      "/sessions/ID/messages",
      "a text that is a number",
      "content.0.text",
      () => ({ role: "user", content: [{ type: "text", text: 5 }] }),
    ],
    ["/sessions/ID/fork", "an event that is not there", "at_seq", () => ({ at_seq: 1_000_000 })],
  ];

  it.each(mistakes)("refuses POST %s with %s", async (path, _name, field, make) => {
    const before = await count();
    const answer = await post(path.replace("ID", sessionId), {
      ...(path === "/reply" && { agent: "script" }),
      ...make(),
    });
    expect(answer).toMatchObject({ status: 400, body: { code: "bad_input", field } });
    expect(answer.body["message"]).toContain(`${field}: `);
    expect(await count()).toEqual(before);
  });

  it("names the types of which a value has none", async () => {
    const { body } = await post("/reply", { user_message: 5 });
    expect(body["message"]).toBe("user_message: must be a string or an object");
  });

  it.each([
    ["/mode", "mode_id", { mode_id: "nosuch" }],
    ["/model", "model_id", { model_id: "nosuch" }],
    ["/config/thoughts", "value", { value: "maybe" }],
  ])("refuses PUT /sessions/ID%s with an unknown value", async (path, field, body) => {
    const init = { method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const response = await server.fetch(`/sessions/${sessionId}${path}`, init);
    const about = expect.not.stringMatching(/^\//) as string;
    expect([response.status, await response.json()]).toMatchObject([400, { code: "bad_input", field, message: about }]);
  });

  it.each([
    ["/turns?state=nope", "state"],
    ["/sessions?cwd=src", "cwd"],
    ["/sessions?cursor=nope", "cursor"],
    ["/agent/entries/script/sessions?cwd=src", "cwd"],
    ["/interactions?state=nope", "state"],
    ["/sessions?limit=many", "limit"],
  ])("refuses GET %s", async (path, field) => {
    const response = await server.fetch(path);
    const about = expect.stringMatching(`^${field}: `) as string;
    expect([response.status, await response.json()]).toMatchObject([400, { code: "bad_input", field, message: about }]);
  });
});

describe("an MCP server over the native API", () => {
  const program = { name: "clock", command: "/bin/true", args: [] };
  const add = async (body: Fields): Promise<unknown> => {
    const { id } = await server.hub.sessions.create({ agent: "script" });
    const answer = await post(`/sessions/${id}/extensions`, body);
    const { extensions } = await server.hub.sessions.get(id);
    return answer.status >= 400 ? answer : extensions;
  };

  it.each([
    { server: { ...program, env: { A: "b" } } },
    { server: { ...program, env: [{ name: "A", value: "b" }] } },
    { config: { type: "stdio", name: "clock", cmd: "/bin/true", envs: { A: "b" } } },
  ])("accepts its environment as an object or a list: %j", async (body) => {
    expect(await add(body)).toMatchObject([{ name: "clock", env: [{ name: "A", value: "b" }] }]);
  });

  it.each([
    ["server.env.A", { server: { ...program, env: { A: 5 } } }],
    ["server.env.0.value", { server: { ...program, env: [{ name: "A", value: 5 }] } }],
    ["config.envs", { config: { type: "stdio", name: "clock", cmd: "/bin/true", envs: [{ name: "A", value: "b" }] } }],
    ["config.envs.A", { config: { type: "stdio", name: "clock", cmd: "/bin/true", envs: { A: 5 } } }],
    ["config.envs.A=B", { config: { type: "stdio", name: "clock", cmd: "/bin/true", envs: { "A=B": "c" } } }],
    ["config.headers.a b", { config: { type: "sse", name: "web", uri: "http://x/", headers: { "a b": "c" } } }],
    ["server.env.A=B", { server: { ...program, env: { "A=B": "c" } } }],
    ["server.name", { server: { ...program, name: "" } }],
    ["server.command", { server: { ...program, command: "" } }],
  ])("is refused with the field %s", async (field, body) => {
    expect(await add(body)).toMatchObject({ status: 400, body: { code: "bad_input", field } });
  });
});

describe("ACP-REST", () => {
  const run = (part: unknown, role = "user"): Fields => ({ agent_name: "script", input: [{ role, parts: [part] }] });
  const within = (cwd: unknown): Fields => ({
    agent_name: "script",
    input: [{ role: "user", parts: [{ content: "say x" }], metadata: { cwd } }],
  });
  const mistakes: readonly Mistake[] = [
    ["an unknown role", "input.0.role", () => run({ content: "x" }, "wizard")],
    ["a content that is a number", "input.0.parts.0.content", () => run({ content: 5 })],
    ["an image without data", "input.0.parts.0.content", () => run({ content_type: PNG })],
    [
      "an image with no bytes",
      "input.0.parts.0.content",
      () => run({ content_type: PNG, content: "", content_encoding: "base64" }),
    ],
    ["a part that is null", "input.0.parts.0", () => run(null)],
    ["a folder that is missing", "metadata.cwd", () => ({ ...run({ content: "x" }), metadata: { cwd: MISSING } })],
    ["a folder that is a file", "input.0.metadata.cwd", () => within(file)],
    ["a folder that is a number", "input.0.metadata.cwd", () => within(5)],
    ["a relative folder", "input.0.metadata.cwd", () => within("src")],
    [
      "two folders",
      "input.0.metadata.cwd",
      () => ({ ...within(server.folder), metadata: { cwd: join(server.folder, "other") } }),
    ],
    ["an unknown mode", "mode", () => ({ ...run({ content: "x" }), mode: "later" })],
  ];

  it.each(mistakes)("refuses a run with %s", async (_name, field, make) => {
    const before = await count();
    const answer = await post("/runs", make());
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_input", data: { field } } });
    expect(await count()).toEqual(before);
  });

  it("runs in the folder that a message names, and refuses another one for the same session", async () => {
    const cwd = join(server.folder, "named");
    await mkdir(cwd);
    const { body } = await post("/runs", within(cwd));
    const { session_id } = body as { session_id: string };
    expect(await server.hub.sessions.get(session_id)).toMatchObject({ cwd });
    const again = { ...within(cwd), session_id };
    expect(await post("/runs", again)).toMatchObject({ body: { status: "completed" } });
    const elsewhere = { ...within(server.folder), session_id };
    expect(await post("/runs", elsewhere)).toMatchObject({
      status: 400,
      body: { data: { field: "input.0.metadata.cwd" }, message: expect.stringContaining(cwd) },
    });
  });
});

describe("a body that is too large", () => {
  const rpc = { jsonrpc: "2.0", id: null, error: { code: -32_600 } };
  it.each([
    ["/acp", rpc],
    ["/a2a", rpc],
    ["/a2a/agents/script", rpc],
    ["/message:send", { error: { code: 413, status: "INVALID_ARGUMENT" } }],
    ["/a2a/v1/message:stream", { error: { code: 413 } }],
    ["/runs", { code: "invalid_input", data: { code: "body_too_large" } }],
    ["/reply", { code: "body_too_large" }],
  ])("is refused at %s in the format of its dialect", async (path, shape) => {
    await using small = await openTestServer({ limits: { bodyBytesMax: 1000 } });
    const init = { method: "POST", headers: { "Content-Type": "application/json" } };
    const response = await small.fetch(path, { ...init, body: "x".repeat(2000) });
    expect([response.status, await response.json()]).toMatchObject([413, shape]);
  });
});

describe("what is missing is called as its dialect calls it", () => {
  it("a run, a task or a turn", async () => {
    const id = randomUUID();
    const about = async (path: string): Promise<unknown> => (await server.fetch(path)).json();
    expect(await about(`/runs/${id}`)).toMatchObject({ message: `Run ${id} not found` });
    expect(await about(`/turns/${id}`)).toMatchObject({ message: `Turn ${id} not found` });
    const call = { jsonrpc: "2.0", id: 1, method: "tasks/get", params: { id } };
    expect((await post("/a2a", call)).body).toMatchObject({ error: { message: `Task ${id} not found` } });
  });
});
