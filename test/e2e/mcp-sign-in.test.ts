// Signing in to a remote MCP server: our own agent uses the token, nobody else gets it, and it is written nowhere but in its own file.
import { startOAuthServer, type OAuthServer, type WebHandler } from "@parley/test-support";
import { startStubModel, stubScript, type StubModel } from "@parley/test-support/stub-model";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPlace, type Outcome, type Place, type Running } from "./run-parley.ts";
import { serve } from "./serve/served.ts";

/** Says which headers its MCP servers came with. Travels as a file. */
const AGENT = `
  let given = "";
  const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const agentCapabilities = { mcpCapabilities: { http: true } };
    if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities } });
    else if (method === "session/new") {
      given = params.mcpServers.map(({ name, headers }) => name + " " + JSON.stringify(headers)).join();
      send({ id, result: { sessionId: "s" + Math.random() } });
    } else if (method === "session/prompt") {
      const content = { type: "text", text: given };
      send({ method: "session/update", params: { sessionId: params.sessionId, update: { sessionUpdate: "agent_message_chunk", content } } });
      send({ id, result: { stopReason: "end_turn" } });
    } else if (id !== undefined) send({ id, result: {} });
  });`;

interface Request {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string };
}

function toResult({ method, params }: Request): unknown {
  const tool = { name: "greet", description: "Greets.", inputSchema: { type: "object", properties: {} } };
  if (method === "tools/list") return { tools: [tool] };
  if (method === "tools/call") return { content: [{ type: "text", text: "hello from the wiki" }] };
  const serverInfo = { name: "wiki", version: "1.0.0" };
  return { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo };
}

/** An MCP server with one tool. */
const wiki: WebHandler = (request, response) => {
  if (request.method !== "POST") return void response.writeHead(405).end();
  void text(request).then((body) => {
    const message = JSON.parse(body) as Request;
    if (message.id === undefined) return response.writeHead(202).end();
    const answer = { jsonrpc: "2.0", id: message.id, result: toResult(message) };
    return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
};

let place: Place;
let server: OAuthServer;
let model: StubModel;
beforeEach(async () => {
  place = await openPlace();
  server = await startOAuthServer(wiki);
  model = await startStubModel();
  await writeFile(place.file("agent.cjs"), AGENT);
  await mcp("add", "wiki", "--url", server.url);
});
afterEach(async () => {
  await place[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await model.close();
});

const mcp = (...args: readonly string[]): Promise<Outcome> => place.run(["mcp", ...args]);

async function stateOf(): Promise<unknown> {
  const { stdout } = await mcp("list", "--check", "--json");
  return (JSON.parse(stdout) as { readonly servers: readonly { readonly state: string }[] }).servers[0]?.state;
}

/** The page that the command names. */
function pageOf({ child, ended }: Running): Promise<string> {
  let seen = "";
  return new Promise((resolve, reject) => {
    child.stderr.on("data", (chunk: string) => {
      seen += chunk;
      const [page] = /http\S+(?=\n)/.exec(seen) ?? [];
      if (page !== undefined) resolve(page);
    });
    void ended.then(({ code, stderr }) => reject(new Error(`It ended with ${code}: ${stderr}`)));
  });
}

async function signIn(): Promise<Outcome> {
  const running = place.start(["mcp", "sign-in", "wiki", "--no-browser", "--json"]);
  await fetch(await pageOf(running));
  return running.ended;
}

function greet(): Promise<Outcome> {
  const args = ["run", "--agent", "parley", "--model", "openai-compatible/stub-model", "--approve", "all"];
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "key-of-the-model" };
  return place.run([...args, stubScript("mcp greet {}", "echo result")], { env });
}

/** Every file of the home except the one that is meant to have them. */
async function filesOfHome(): Promise<string> {
  const entries = await readdir(place.home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes("mcp-sign-ins"));
  return (await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), "latin1")))).join(
    "\n",
  );
}

describe("parley mcp sign-in", { timeout: 180_000 }, () => {
  it("lets our own agent use the server, and shows its tokens nowhere", async () => {
    const served = await serve(place, ["--log-level", "debug"]);
    expect(await stateOf()).toBe("sign_in_needed");
    const signedIn = await signIn();
    expect(signedIn).toMatchObject({ code: 0 });
    expect(JSON.parse(signedIn.stdout)).toEqual({ name: "wiki", url: server.url, signedIn: true });
    expect(await stateOf()).toBe("ready");
    server.expire();
    const greeted = await greet();
    expect(greeted).toMatchObject({ code: 0, stdout: expect.stringContaining("hello from the wiki") });
    const others = await place.run(["run", "x", "--", process.execPath, "agent.cjs"]);
    expect(others).toMatchObject({ code: 0, stdout: "wiki []\n" });
    const ended = await served.end();
    const shown = [signedIn, greeted, others, ended].flatMap(({ stdout, stderr }) => [stdout, stderr]).join("\n");
    const written = await filesOfHome();
    expect(server.secrets.length).toBeGreaterThanOrEqual(5);
    for (const secret of server.secrets) {
      expect(shown).not.toContain(secret);
      expect(written).not.toContain(secret);
    }
    const [folder = ""] = await readdir(join(place.home, "mcp-sign-ins"));
    const { mode } = await stat(join(place.home, "mcp-sign-ins", folder, "credentials.json"));
    expect(mode & 0o777).toBe(0o600);
  });

  it("is undone by sign-out", async () => {
    expect((await signIn()).code).toBe(0);
    expect(await stateOf()).toBe("ready");
    expect(server.accepted).toBe(2);
    const { stdout } = await mcp("sign-out", "wiki", "--json");
    expect(JSON.parse(stdout)).toEqual({ name: "wiki", url: server.url, signedOut: true, revoked: true });
    expect(server.accepted).toBe(0);
    expect(await stateOf()).toBe("sign_in_needed");
    expect((await mcp("sign-out", "wiki")).stderr).toContain("You were not signed in to wiki");
    expect(await readdir(join(place.home, "mcp-sign-ins"))).toEqual([]);
  });

  it("uses a client that was registered by hand, whose secret is in a variable", async () => {
    await using closed = await startOAuthServer(wiki, { client: { id: "parley-of-ada", secret: "planted-client" } });
    const config = join(place.home, "config.json");
    const write = (client: object): Promise<void> =>
      writeFile(config, JSON.stringify({ mcpServers: { wiki: { url: closed.url, ...client } } }));
    const args = ["mcp", "sign-in", "wiki", "--no-browser", "--json"];
    await write({});
    expect((await place.run(args)).stderr).toContain("does not register new clients");
    await write({ clientId: "parley-of-ada", clientSecret: "planted-client" });
    expect((await mcp("list")).stderr).toContain("clientSecret: expected a variable");
    await write({ clientId: "parley-of-ada", clientSecret: "${WIKI_SECRET}" });
    expect((await place.run(args)).stderr).toContain("clientSecret: the variable WIKI_SECRET is not set");
    const running = place.start(args, { env: { WIKI_SECRET: "planted-client" } });
    await fetch(await pageOf(running));
    const { code, stdout, stderr } = await running.ended;
    expect({ code, said: stdout.includes("planted-client") || stderr.includes("SEP-2352") }).toEqual({
      code: 0,
      said: false,
    });
    expect(await stateOf()).toBe("ready");
  });

  it("ends with Ctrl-C, and when the sign-in server hangs", async () => {
    const running = place.start(["mcp", "sign-in", "wiki", "--no-browser"]);
    await pageOf(running);
    running.child.kill("SIGINT");
    expect(await running.ended).toMatchObject({ code: 130, stdout: "" });
    server.hang("/register");
    const hung = await mcp("sign-in", "wiki", "--no-browser");
    expect(hung.code).not.toBe(0);
    expect(hung.stderr).toContain(`did not respond within 10 s (${server.origin}/register)`);
    expect(await stateOf()).toBe("sign_in_needed");
  });

  it("refuses servers that it is not for", async () => {
    await mcp("add", "files", "--", process.execPath, "-e", "0");
    await mcp("add", "keyed", "--url", server.url, "--header", "Authorization=Bearer x");
    for (const [name, message] of [
      ["nothing", "no MCP server in use here has that name"],
      ["files", "is a local program"],
      ["keyed", "have an Authorization header"],
    ] as const) {
      expect(await mcp("sign-in", name)).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining(message),
      });
    }
  });
});
