// `parley agents` as people use it: what it refuses and why, offline, and with a server that is already running.
import { connectServer } from "@parley/remote";
import { answerWith, startWebServer } from "@parley/test-support";
import { createHash } from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Outcome, type Place } from "./run-parley.ts";
import { serve, type Served } from "./serve/served.ts";

let place: Place;
let server: Served;

beforeAll(async () => {
  place = await openPlace();
  server = await serve(place);
}, 60_000);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

const SCRIPT = [process.execPath, PARLEY, "script"];
/** An agent that says its argument, and how many prompts its process has had. Travels as text. */
const SAYS = `
  let prompts = 0;
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const send = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
    if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
    else if (method === "session/new") send({ id, result: { sessionId: "s" + Math.random() } });
    else if (method === "session/prompt") {
      const content = { type: "text", text: process.argv[1] + " " + ++prompts };
      send({ method: "session/update", params: { sessionId: params.sessionId, update: { sessionUpdate: "agent_message_chunk", content } } });
      send({ id, result: { stopReason: "end_turn" } });
    } else if (id !== undefined) send({ id, result: {} });
  });
`;
/** A machine without any agent, and without a network. */
const OFFLINE = { PATH: "/nowhere", PARLEY_REGISTRY: "http://127.0.0.1:9/registry.json" };

async function configured(): Promise<readonly string[]> {
  const text = await readFile(join(place.home, "config.json"), "utf8").catch(() => "{}");
  return Object.keys((JSON.parse(text) as { readonly agents?: object }).agents ?? {});
}

async function served(): Promise<readonly string[]> {
  const { agents } = (await (await server.fetch("/agents?limit=100")).json()) as {
    readonly agents: { readonly name: string }[];
  };
  return agents.map(({ name }) => name);
}

describe("agents add", { timeout: 90_000 }, () => {
  it.each([
    ["a missing program", "mine", ["no-such-program-here"], 3, 'Program "no-such-program-here" not found in PATH'],
    ["a missing path", "mine", ["/no/such/agent", "--acp"], 3, 'Program "/no/such/agent" not found'],
    ["our own name", "parley", SCRIPT, 2, "parley is the name of a built-in agent"],
    ["the scripted agent's name", "script", SCRIPT, 2, "script is the name of a built-in agent"],
    ["the name of a mode", "backend", SCRIPT, 2, "backend is the name of a built-in agent"],
    ["the name that chooses an agent", "auto", SCRIPT, 2, "auto is the name of a built-in agent (Auto)"],
    ["no command", "mine", [], 2, "The agent's command is missing after --"],
    ["a name with a space", "my agent", SCRIPT, 2, "NAME: a name may only contain letters"],
  ])("refuses %s", async (_, name, command, code, message) => {
    const before = await configured();
    const outcome = await place.run(["agents", "add", name, "--", ...command]);
    expect(outcome).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(message) });
    expect(await configured()).toEqual(before);
  });

  it("refuses a program that is not executable", async () => {
    await writeFile(place.file("agent.sh"), "#!/bin/sh\n");
    const { code, stderr } = await place.run(["agents", "add", "mine", "--", "./agent.sh"]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/agent\.sh is not executable.*Nothing was added/s);
    expect(await configured()).not.toContain("mine");
  });

  it("takes effect on a running server, and so does the removal", async () => {
    expect(await served()).not.toContain("fresh");
    const add = (): Promise<Outcome> => place.run(["agents", "add", "fresh", "--", ...SCRIPT]);
    expect(await add()).toMatchObject({ code: 0, stderr: expect.stringContaining("Added fresh.") });
    // Before the server was asked for its list: the name alone has to be found.
    expect(await place.run(["run", "--agent", "fresh", "say Hello"])).toMatchObject({ code: 0, stdout: "Hello\n" });
    expect(await served()).toContain("fresh");
    expect(await add()).toMatchObject({ code: 0, stderr: expect.stringContaining("Replaced fresh.") });
    expect((await place.run(["agents", "remove", "fresh", "--yes"])).code).toBe(0);
    expect(await served()).not.toContain("fresh");
  });

  it("replaces the command of an agent that runs on the server, and an agent that was removed does not answer", async () => {
    const says = (words: string): readonly string[] => [process.execPath, "-e", SAYS, words];
    const ask = (): Promise<Outcome> => place.run(["run", "--agent", "changing", "which?"]);
    expect((await place.run(["agents", "add", "changing", "--", ...says("first")])).code).toBe(0);
    expect(await ask()).toMatchObject({ code: 0, stdout: "first 1\n" });
    expect(await ask(), "in the process of the run before").toMatchObject({ code: 0, stdout: "first 2\n" });
    expect((await place.run(["agents", "add", "changing", "--", ...says("second")])).code).toBe(0);
    expect(await ask()).toMatchObject({ code: 0, stdout: "second 1\n" });
    expect((await place.run(["agents", "remove", "changing", "--yes"])).code).toBe(0);
    expect(await ask()).toMatchObject({ code: 3, stderr: expect.stringContaining('Agent "changing" not found') });
  });

  it("keeps the server's agents while the configuration is broken", async () => {
    const path = join(place.home, "config.json");
    const before = await readFile(path, "utf8").catch(() => "{}");
    const agents = await served();
    await writeFile(path, "{ half");
    expect(await served()).toEqual(agents);
    await writeFile(path, before);
    expect(await served()).toEqual(agents);
  });
});

it(
  "an agent that is installed while the server runs can be used at once, on every door",
  { timeout: 90_000 },
  async () => {
    const agent = `#!/bin/sh\nexec "${process.execPath}" "${PARLEY}" script\n`;
    await using web = await startWebServer({ "/fine": answerWith("application/octet-stream", agent) });
    const sha256 = createHash("sha256").update(agent).digest("hex");
    const binary = { archive: `${web.origin}/fine`, cmd: "./fine", sha256 };
    const targets = ["linux-x86_64", "linux-aarch64", "darwin-x86_64", "darwin-aarch64"];
    const distribution = { binary: Object.fromEntries(targets.map((target) => [target, binary])) };
    const listed = { id: "fine", name: "Fine", version: "1.0.0", description: "Does fine things", distribution };
    await writeFile(place.file("registry.json"), JSON.stringify({ version: "1.0.0", agents: [listed] }));
    const env = { PARLEY_REGISTRY: place.file("registry.json") };
    const remote = connectServer({ url: server.url, token: server.token });
    const overAcp = async (): Promise<string> => JSON.stringify(await remote.call("_parley/agents/list"));
    try {
      expect(await overAcp()).not.toContain('"fine"');
      expect(await place.run(["agents", "install", "fine"], { env })).toMatchObject({ code: 0 });
      expect(await overAcp()).toContain('"fine"');
      expect(await served()).toContain("fine");
      expect(await place.run(["run", "--agent", "fine", "say Hello"])).toMatchObject({ code: 0, stdout: "Hello\n" });
      expect((await place.run(["agents", "remove", "fine", "--yes"], { env })).code).toBe(0);
      expect(await overAcp()).not.toContain('"fine"');
    } finally {
      await remote.close();
    }
  },
);

it("agents list shows an agent of the configuration that cannot be started, and what to do", async () => {
  const path = join(place.home, "config.json");
  const before = await readFile(path, "utf8").catch(() => "{}");
  await writeFile(path, JSON.stringify({ agents: { gone: { command: "/no/such/agent" } } }));
  const { stdout } = await place.run(["agents", "list"]);
  expect(stdout).toMatch(/^gone\s+missing.*\/no\/such\/agent/m);
  expect(stdout).not.toMatch(/^goose/m);
  await writeFile(path, before);
});

describe("agents remove", { timeout: 90_000 }, () => {
  it.each([
    ["nosuch", 'Agent "nosuch" not found'],
    ["goose", "goose is not installed"],
    ["parley", "parley is built in and cannot be removed"],
  ])("does not offer to remove %s", async (name, message) => {
    const { code, stderr } = await place.run(["agents", "remove", name], { env: OFFLINE });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("?");
    expect(code).toBe(3);
  });

  it("names the path of an agent that Parley did not install", async () => {
    const bin = place.file("bin");
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, "goose"), "#!/bin/sh\necho 1.34.0\n");
    await chmod(join(bin, "goose"), 0o755);
    const { code, stderr } = await place.run(["agents", "remove", "goose"], { env: { PATH: `${bin}:/bin` } });
    expect(code).toBe(3);
    expect(stderr).toContain(`goose was not installed by Parley (${join(bin, "goose")})`);
  });
});

describe("agents list and show", { timeout: 90_000 }, () => {
  it("list the known agents offline", async () => {
    const { code, stdout, stderr } = await place.run(["agents", "list", "--all"], { env: OFFLINE });
    expect(code).toBe(0);
    for (const name of ["parley", "goose", "claude", "gemini"]) expect(stdout).toMatch(new RegExp(`^${name}\\b`, "m"));
    expect(stderr).toContain("Listing only the agents that Parley knows.");
  });

  it("show the known faults of an agent and how Parley works around them", async () => {
    const { code, stdout } = await place.run(["agents", "show", "gemini"], { env: OFFLINE });
    expect(code).toBe(0);
    expect(stdout).toContain("cannot create files through a client");
    expect(stdout).toContain("Parley does not announce fs.readTextFile");
    expect(stdout).toContain("https://github.com/google-gemini/gemini-cli/issues/26448");
    const json = JSON.parse(
      (await place.run(["agents", "show", "gemini", "--json"], { env: OFFLINE })).stdout,
    ) as object;
    expect(json).toMatchObject({ quirks: [{ id: "gemini-new-files" }, { id: "gemini-image-with-link" }] });
  });
});
