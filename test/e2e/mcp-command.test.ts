// MCP servers of config.json and of a trusted folder's .mcp.json: listed, added, removed, and given to every agent.
import { startWebServer, type WebServer } from "@parley/test-support";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPlace, type Outcome, type Place } from "./run-parley.ts";

const MCP_SERVER = fileURLToPath(new URL("./serve/mcp-server.mjs", import.meta.url));
const KEY = "key-that-is-not-shown";

/** Says which MCP servers it was given. It takes programs only. Travels as a file. */
const AGENT = `
  let given = "";
  const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === "initialize") send({ id, result: { protocolVersion: 1 } });
    else if (method === "session/new") {
      given = params.mcpServers.map(({ name, env }) => name + env.map((one) => "+" + one.value).join("")).sort().join(" ");
      send({ id, result: { sessionId: "s" + Math.random() } });
    } else if (method === "session/prompt") {
      const content = { type: "text", text: "given: " + given };
      send({ method: "session/update", params: { sessionId: params.sessionId, update: { sessionUpdate: "agent_message_chunk", content } } });
      send({ id, result: { stopReason: "end_turn" } });
    } else if (id !== undefined) send({ id, result: {} });
  });`;

let place: Place;
beforeEach(async () => {
  place = await openPlace();
  await writeFile(place.file("agent.cjs"), AGENT);
});
afterEach(() => place[Symbol.asyncDispose]());

const mcp = (...args: readonly string[]): Promise<Outcome> => place.run(["mcp", ...args]);

async function list(...args: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { stdout } = await mcp("list", "--json", ...args);
  return (JSON.parse(stdout) as { readonly servers: readonly Readonly<Record<string, unknown>>[] }).servers;
}

function ask(): Promise<Outcome> {
  return place.run(["run", "x", "--", process.execPath, "agent.cjs"], { env: { WIKI_KEY: "expanded" } });
}

describe("parley mcp", { timeout: 120_000 }, () => {
  it("adds servers to config.json, lists them without their keys, and removes them", async () => {
    const config = join(place.home, "config.json");
    await writeFile(config, '{ "level": "auto" }\n');
    expect((await mcp("add", "files", "--env", `TOKEN=${KEY}`, "--", process.execPath, "files.mjs")).code).toBe(0);
    expect((await mcp("add", "wiki", "--url", "https://wiki.example/mcp", "--header", `X-Key=${KEY}`)).code).toBe(0);
    expect(JSON.parse(await readFile(config, "utf8"))).toEqual({
      level: "auto",
      mcpServers: {
        files: { command: process.execPath, args: ["files.mjs"], env: { TOKEN: KEY } },
        wiki: { url: "https://wiki.example/mcp", headers: { "X-Key": KEY } },
      },
    });
    const listed = await mcp("list");
    expect(listed.stdout).toMatch(/files +used .*config\.json/);
    expect(`${listed.stdout}${(await mcp("list", "--json")).stdout}`).not.toContain(KEY);
    expect(await list()).toMatchObject([
      { name: "files", transport: "stdio", state: "used" },
      { name: "wiki", transport: "http", url: "https://wiki.example/mcp", state: "used" },
    ]);
    expect((await mcp("remove", "files")).code).toBe(0);
    expect((await list()).map(({ name }) => name)).toEqual(["wiki"]);
    expect(await mcp("remove", "files")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("has no MCP server"),
    });
  });

  it("writes how Parley is registered with a server's sign-in, without the secret", async () => {
    const registered = ["--client-id", "the-id", "--client-secret-env", "WIKI_SECRET", "--callback-port", "8765"];
    const added = await place.run(
      ["mcp", "add", "wiki", "--url", "https://wiki.example/mcp", "--json", ...registered],
      {
        env: { WIKI_SECRET: KEY },
      },
    );
    const server = {
      url: "https://wiki.example/mcp",
      clientId: "the-id",
      clientSecret: "${WIKI_SECRET}",
      callbackPort: 8765,
    };
    expect(JSON.parse(added.stdout)).toEqual({ name: "wiki", ...server });
    const config = JSON.parse(await readFile(join(place.home, "config.json"), "utf8")) as object;
    expect(config).toMatchObject({ mcpServers: { wiki: server } });
    expect(await list()).toMatchObject([{ name: "wiki", state: "used" }]);
  });

  it("refuses a missing program, and finds one in a relative path from every folder", async () => {
    const missing = await mcp("add", "x", "--", "/no/such/program");
    expect(missing).toMatchObject({ code: 3, stderr: expect.stringContaining("not found. Nothing was added") });
    await writeFile(place.file("server.sh"), "#!/bin/sh\n", { mode: 0o755 });
    expect((await mcp("add", "mine", "--", "./server.sh")).code).toBe(0);
    expect(await list()).toMatchObject([{ name: "mine", command: [place.file("server.sh")] }]);
  });

  it.each([
    [["add", "x"], "Give the server's command after --, or its address with --url"],
    [["add", "x", "--url", "nonsense"], "expected an http or https URL"],
    [["add", "x", "--url", "http://a.example", "--env", "A=b"], "--env is for a local server"],
    [["add", "x", "--header", "A=b", "--", "node"], "--header are for a remote server"],
    [["add", "x", "--env", "A", "--", "node"], "--env is"],
    [["add", "a b", "--", "node"], "NAME is"],
    [["add", "x", "--client-id", "id", "--", "node"], "--callback-port are for a remote server"],
    [["add", "x", "--url", "http://a.example", "--client-secret-env", "SECRET"], "clientId: expected the id"],
    [["add", "x", "--url", "http://a.example", "--client-id", " "], "clientId: expected the id"],
    [
      ["add", "x", "--url", "http://a.example", "--client-id", "i", "--client-secret-env", "s3-cr3t"],
      "never the secret",
    ],
    [["add", "x", "--url", "http://a.example", "--client-id", "i", "--callback-port", "70000"], "from 1 to 65535"],
  ])("refuses %j", async (args, message) => {
    expect(await mcp(...args)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
  });

  it("gives servers to agents that support their transport, and those of a folder only if it is trusted", async () => {
    await mcp("add", "mine", "--", process.execPath, "-e", "0");
    await mcp("add", "remote", "--url", "http://127.0.0.1:9/mcp");
    const project = { theirs: { command: process.execPath, args: ["-e", "0"], env: { KEY: "${WIKI_KEY}" } } };
    await writeFile(
      place.file(".mcp.json"),
      JSON.stringify({ mcpServers: { ...project, mine: { command: "other" } } }),
    );
    expect(await list()).toMatchObject([
      { name: "mine", state: "used" },
      { name: "remote", state: "used" },
      { name: "theirs", state: "not trusted" },
      { name: "mine", state: "not trusted" },
    ]);
    expect((await mcp("list")).stderr).toContain("parley trust add");
    const before = await ask();
    expect(before).toMatchObject({ code: 0, stdout: "given: mine\n" });
    expect(before.stderr).toMatch(/\.mcp\.json are not used, because the folder is not trusted/);
    expect(before.stderr).toContain("The MCP server remote was skipped");
    await place.run(["trust", "add"]);
    expect(await list()).toMatchObject([
      { state: "overridden" },
      { name: "remote" },
      { state: "used" },
      { state: "used" },
    ]);
    expect(await ask()).toMatchObject({ code: 0, stdout: "given: mine theirs+expanded\n" });
    await writeFile(place.file(".mcp.json"), '{ "mcpServers": { "odd": { "color": "red" } } }');
    expect((await mcp("list")).stderr).toContain('.mcp.json: mcpServers.odd: expected "command" or "url"');
    expect(await ask()).toMatchObject({ code: 0, stdout: "given: mine\n" });
  });
});

describe("parley mcp list --check", { timeout: 180_000 }, () => {
  let web: WebServer;
  beforeEach(async () => {
    const guarded = `Bearer resource_metadata="http://127.0.0.1/never"`;
    web = await startWebServer({
      "/guarded": (_, response) => response.writeHead(401, { "www-authenticate": guarded }).end(),
      // Its sign-in never ends: it takes the request and does not answer.
      "/hanging": () => undefined,
    });
  });
  afterEach(() => web[Symbol.asyncDispose]());

  it("says what each server offers, or why it does not work: also one that hangs in its sign-in", async () => {
    await mcp("add", "clock", "--", process.execPath, MCP_SERVER);
    await mcp("add", "guarded", "--url", `${web.origin}/guarded`);
    await mcp("add", "hanging", "--url", `${web.origin}/hanging`);
    const config = join(place.home, "config.json");
    const { mcpServers, ...settings } = JSON.parse(await readFile(config, "utf8")) as { readonly mcpServers: object };
    const missing = { command: "no-such-program-here" };
    await writeFile(config, JSON.stringify({ ...settings, mcpServers: { ...mcpServers, missing } }));
    expect(await list("--check")).toMatchObject([
      { name: "clock", state: "ready", tools: expect.any(Number) },
      { name: "guarded", state: "sign_in_needed", message: expect.stringContaining("parley mcp sign-in guarded") },
      { name: "hanging", state: "failed", message: "It did not respond within 5 s" },
      { name: "missing", state: "failed", message: expect.stringContaining("no-such-program-here") },
    ]);
  });
});
