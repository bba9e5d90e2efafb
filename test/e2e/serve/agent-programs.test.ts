// Agents over the API: the catalogue, installing with progress, signing in without a session, restart, log and traffic.
import { connectServer, type Remote } from "@parley/remote";
import { answerWith, startWebServer, type WebServer } from "@parley/test-support";
import { createHash } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "../run-parley.ts";
import { serve, type Served } from "./served.ts";

const PROGRAM = `#!/bin/sh\nexec "${process.execPath}" "${PARLEY}" script\n`;
const TARGETS = ["linux-x86_64", "linux-aarch64", "darwin-x86_64", "darwin-aarch64"];
const KEY = ["sk", "ant", "api03", "abcdefgh01234567".repeat(3)].join("-");

let place: Place;
let web: WebServer;
let server: Served;
let remote: Remote;

beforeEach(async () => {
  place = await openPlace();
  web = await startWebServer({
    "/fine": answerWith("application/octet-stream", PROGRAM),
    // It never ends.
    "/endless": (_, response) => void response.writeHead(200, { "content-length": "1000000" }).write("begun"),
  });
  await offer("1.0.0");
  server = await serve(place, [], { env: { PARLEY_REGISTRY: place.file("registry.json") } });
  remote = connectServer({ url: server.url, token: server.token });
});
afterEach(async () => {
  await remote.close();
  await server[Symbol.asyncDispose]();
  await web[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

/** Writes a registry with one agent that can be installed, one whose download never ends, and one that is damaged. */
async function offer(version: string): Promise<void> {
  const sha256 = createHash("sha256").update(PROGRAM).digest("hex");
  const entry = (id: string, path: string, hash: string): object => {
    const binary = { archive: `${web.origin}/${path}`, cmd: `./${id}`, sha256: hash };
    const distribution = { binary: Object.fromEntries(TARGETS.map((target) => [target, binary])) };
    return { id, name: id, version, description: `Does ${id} things`, distribution };
  };
  const wrong = "0".repeat(64);
  const agents = [entry("fine", "fine", sha256), entry("endless", "endless", sha256), entry("damaged", "fine", wrong)];
  await writeFile(place.file("registry.json"), JSON.stringify({ version: "1.0.0", agents }));
}

type Job = Awaited<ReturnType<typeof ended>>;

async function ended(id: string) {
  for (let after = 0; ;) {
    const job = await remote.request("agents/job", { id, after, wait_seconds: 30 });
    if (job.state !== "running") return remote.request("agents/job", { id });
    after = job.steps.at(-1)?.number ?? after;
  }
}

async function programs(registry = false) {
  const { programs: all } = await remote.request("agents/catalogue", { registry });
  return new Map(all.map((program) => [program.name, program]));
}

describe("agents over the API", { timeout: 180_000 }, () => {
  it("are listed with their states, installed, updated and removed, with progress on the stream of changes", async () => {
    const events: string[] = [];
    const following = remote.events({
      reset: () => undefined,
      events: (batch) => {
        for (const event of batch) if (event.type === "job") events.push(`${event.agent} ${event.change}`);
      },
    });
    expect((await programs()).has("fine")).toBe(false);
    expect((await programs(true)).get("fine")).toMatchObject({ state: "available", version: "1.0.0", processes: [] });
    const job = await remote.request("agents/install", { name: "fine" });
    expect(job).toMatchObject({ kind: "install", agent: "fine", state: "running" });
    const done = await ended(job.id);
    expect(done).toMatchObject({ state: "completed", result: { version: "1.0.0", is_changed: true } });
    expect(done.steps.length).toBeGreaterThan(0);
    expect((await programs()).get("fine")).toMatchObject({ state: "ready", installed_version: "1.0.0" });
    await offer("1.1.0");
    expect((await programs(true)).get("fine")).toMatchObject({ latest_version: "1.1.0" });
    const update = await ended((await remote.request("agents/update", { name: "fine" })).id);
    expect(update).toMatchObject({ result: { version: "1.1.0", previous_version: "1.0.0", is_changed: true } });
    const again = await ended((await remote.request("agents/update", { name: "fine" })).id);
    expect(again).toMatchObject({ result: { version: "1.1.0", is_changed: false } });
    expect(await place.run(["run", "--agent", "fine", "say Hello"])).toMatchObject({ code: 0, stdout: "Hello\n" });
    const used = (await programs()).get("fine");
    expect(used).toMatchObject({ processes: [{ state: "running", working_dir: place.work }] });
    const { stdout } = await place.run(["agents", "list", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      agents: expect.arrayContaining([expect.objectContaining({ name: "fine", processes: [expect.anything()] })]),
    });
    await remote.request("agents/remove", { name: "fine" });
    expect((await programs()).has("fine")).toBe(false);
    await expect(remote.request("agents/remove", { name: "fine" })).rejects.toMatchObject({ code: "agent_not_found" });
    await expect.poll(() => events).toEqual(expect.arrayContaining(["fine started", "fine progress", "fine ended"]));
    following.close();
  });

  it("can be cancelled while they are installed, and a failure says why; neither leaves anything behind", async () => {
    const { id } = await remote.request("agents/install", { name: "endless" });
    const second = remote.request("agents/install", { name: "endless" });
    await expect(second).rejects.toMatchObject({ code: "agent_busy" });
    await expect.poll(() => web.requests).toContain("/endless");
    expect(await remote.request("agents/cancelJob", { id })).toMatchObject({ id, state: "cancelled" });
    const damaged: Job = await ended((await remote.request("agents/install", { name: "damaged" })).id);
    expect(damaged).toMatchObject({ state: "failed", error: { code: "agent_install_failed" } });
    const stranger: Job = await ended((await remote.request("agents/install", { name: "stranger" })).id);
    expect(stranger).toMatchObject({ state: "failed", error: { code: "agent_not_found" } });
    expect([...(await programs()).values()].filter(({ origin }) => origin === "installed")).toEqual([]);
    const left = await readdir(join(place.home, "agents"), { recursive: true }).catch(() => []);
    expect(left.filter((path) => path.includes("endless/") || path.includes("damaged/"))).toEqual([]);
    const { jobs } = await remote.request("agents/jobs", {});
    expect(jobs.map(({ agent, state }) => `${agent} ${state}`)).toEqual([
      "stranger failed",
      "damaged failed",
      "endless cancelled",
    ]);
    await expect(remote.request("agents/job", { id: "none" })).rejects.toMatchObject({ code: "job_not_found" });
  });

  it("with names that no agent can have start no job, and no registry is asked", async () => {
    const names = ["../x", "..", "-x", "a b", "a\u0000b", "a\nb", "Fine", "x".repeat(65), "@scope/x", "con"];
    for (const name of names.slice(0, -1)) {
      const install = remote.request("agents/install", { name });
      await expect(install).rejects.toThrow("name: must be lower-case letters, digits and dashes");
      await expect(remote.request("agents/update", { name })).rejects.toThrow("name: must be lower-case");
    }
    expect(await remote.request("agents/jobs", {})).toEqual({ jobs: [] });
    const env = { PARLEY_REGISTRY: `${web.origin}/registry.json` };
    for (const name of names.filter((one) => !one.includes("\0"))) {
      for (const what of ["install", "update"]) {
        const { code, stderr } = await place.run(["agents", what, "--", name], { env });
        expect([name, code, stderr]).toEqual([name, 2, expect.stringContaining("is not the name of an agent")]);
      }
    }
    expect(web.requests).toEqual([]);
  });

  it("start a limited number of jobs at a time, and keep a limited number", async () => {
    const codesOf = async (asked: readonly Promise<unknown>[]): Promise<readonly string[]> =>
      Promise.all(
        asked.map((one) =>
          one.then(
            () => "started",
            (error: unknown) => (error as { code: string }).code,
          ),
        ),
      );
    const same = Array.from({ length: 1_000 }, () => remote.request("agents/install", { name: "endless" }));
    const codes = await codesOf(same);
    expect(codes.filter((code) => code === "started")).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(["started", "agent_busy"]));
    const others = Array.from({ length: 1_000 }, (_, index) => remote.request("agents/update", { name: `a${index}` }));
    const more = await codesOf(others);
    expect(more).toContain("started");
    expect(more.filter((code) => code !== "started" && code !== "limit_reached")).toEqual([]);
    const { jobs } = await remote.request("agents/jobs", {});
    expect(jobs.length).toBeLessThanOrEqual(100);
    const [running] = jobs.filter(({ agent }) => agent === "endless");
    await remote.request("agents/cancelJob", { id: running?.id ?? "" });
    expect((await place.run(["run", "--agent", "script", "say Hello"])).stdout).toBe("Hello\n");
  });

  it("are added, and refused with a reason that names what is wrong", async () => {
    const add = (params: object) => remote.request("agents/add", params as never);
    const command = process.execPath;
    expect(await add({ name: "mine", command, args: [PARLEY, "script"] })).toEqual({
      name: "mine",
      is_replaced: false,
    });
    expect(await add({ name: "mine", command, args: [PARLEY, "script"] })).toMatchObject({ is_replaced: true });
    expect((await programs()).get("mine")).toMatchObject({ origin: "custom", state: "ready" });
    await expect(add({ name: "parley", command })).rejects.toThrow("is the name of a built-in agent");
    await expect(add({ name: "backend", command })).rejects.toThrow("is the name of a built-in agent");
    await expect(add({ name: "a b", command })).rejects.toThrow("name: must be letters, digits");
    await expect(add({ name: "other", command: "./here" })).rejects.toThrow("is a relative path");
    await expect(add({ name: "other", command: "/no/such/agent" })).rejects.toThrow("Nothing was added");
    const long = { name: "other", command, args: ["x".repeat(100_000)] };
    await expect(add(long)).rejects.toMatchObject({
      code: "bad_input",
      message: expect.stringMatching(/^args[./]0: /),
    });
    expect(await remote.request("agents/remove", { name: "mine" })).toEqual({ kept: [] });
  });
});

/** Asks for a sign-in: prints a code, has a page opened, or takes a key. Prints its key as well. Travels as a file. */
const AGENT = `
  const { existsSync, writeFileSync } = require("node:fs");
  const file = __dirname + "/signed-in";
  const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const isIn = () => existsSync(file) || process.env.AGENT_KEY !== undefined;
  console.error("started with " + process.env.AGENT_KEY + " and ${KEY}");
  const authMethods = [
    { id: "device", name: "Device code" },
    { id: "hang", name: "Never ends" },
    { id: "key", name: "API key", type: "env_var", vars: [{ name: "AGENT_KEY", label: "Key" }] },
  ];
  let asked;
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params, result } = JSON.parse(line);
    if (method === "initialize") send({ id, result: { protocolVersion: 1, authMethods, agentCapabilities: { auth: { logout: {} } } } });
    else if (id === "page" && result) { writeFileSync(file, result.action); send({ id: asked, result: {} }); }
    else if (method === "authenticate" && params.methodId === "device") {
      asked = id;
      console.error("Enter the code ABCD-1234");
      const page = { mode: "url", elicitationId: "e", url: "https://example.com/device", message: "Confirm the code", requestId: id };
      send({ id: "page", method: "elicitation/create", params: page });
    } else if (method === "authenticate" && params.methodId === "hang") return;
    else if (method === "authenticate") send({ id, result: {} });
    else if (method === "logout") { require("node:fs").rmSync(file, { force: true }); send({ id, result: {} }); }
    else if (method === "session/new" && !isIn()) send({ id, error: { code: -32000, message: "Authentication required" } });
    else if (method === "session/prompt") send({ id, result: { stopReason: "end_turn" } });
    else if (id !== undefined) send({ id, result: { sessionId: "s" + Math.random() } });
  });`;

describe("an agent that runs on a server", { timeout: 180_000 }, () => {
  beforeEach(async () => {
    await writeFile(place.file("agent.cjs"), AGENT);
    await place.run(["agents", "add", "shy", "--", process.execPath, place.file("agent.cjs")]);
  });

  const signIn = async (): Promise<string | undefined> => (await programs()).get("shy")?.sign_in;
  const runs = async (): Promise<number | null> => (await place.run(["run", "--agent", "shy", "x"])).code;

  it("is signed in to without a session: with a code and a page, or with a key; and signed out again", async () => {
    expect(await signIn()).toBe("unknown");
    expect(await runs()).toBe(4);
    expect(await signIn()).toBe("needed");
    const vague = await place.run(["agents", "sign-in", "shy"]);
    expect(vague).toMatchObject({ code: 2, stderr: expect.stringContaining("device (Device code), hang") });
    const device = await place.run(["agents", "sign-in", "shy", "--method", "device"]);
    expect(device).toMatchObject({ code: 0, stderr: expect.stringContaining("Signed in to shy.") });
    expect(device.stderr).toContain("Enter the code ABCD-1234");
    expect(device.stderr).toContain("Open this page: https://example.com/device");
    expect(await signIn()).toBe("signed_in");
    expect(await runs()).toBe(0);
    expect((await place.run(["agents", "sign-out", "shy"])).code).toBe(0);
    expect(await runs()).toBe(4);
    const lacking = await place.run(["agents", "sign-in", "shy", "--method", "key"]);
    expect(lacking).toMatchObject({ code: 2, stderr: expect.stringContaining("Set AGENT_KEY") });
    const env = { AGENT_KEY: "key-of-a-person" };
    expect((await place.run(["agents", "sign-in", "shy", "--method", "key"], { env })).code).toBe(0);
    expect(await runs()).toBe(0);
    expect((await remote.request("sessions/list", {})).sessions.length).toBeGreaterThan(0);
  });

  it("is not said to be signed in when it only opened a session: without a model, ours plays the offline demo", async () => {
    expect(await place.run(["run", "--agent", "parley", "say hi"])).toMatchObject({ code: 0 });
    expect((await programs()).get("parley")).toMatchObject({ processes: [{}], sign_in: "not_needed" });
  });

  it("stops waiting for a sign-in that never ends, and works afterwards", async () => {
    const { id } = await remote.request("agents/signIn", { name: "shy", method_id: "hang" });
    await expect.poll(async () => (await programs()).get("shy")?.processes).toMatchObject([{ state: "running" }]);
    expect(await remote.request("agents/cancelJob", { id })).toMatchObject({ state: "cancelled" });
    expect((await remote.request("agents/signIns", { name: "shy" })).sign_ins.map((one) => one.id)).toEqual([
      "device",
      "hang",
      "key",
    ]);
    const unknown = await ended((await remote.request("agents/signIn", { name: "shy", method_id: "none" })).id);
    expect(unknown.state).toBe("failed");
  });

  it("shows its log and its traffic without secrets, and is restarted", async () => {
    await writeFile(place.file("signed-in"), "");
    expect(await place.run(["agents", "restart", "shy"])).toMatchObject({ stderr: "shy is not running.\n" });
    expect(await place.run(["run", "--agent", "shy", `my key is ${KEY}`])).toMatchObject({ code: 0 });
    const log = await place.run(["agents", "log", "shy"]);
    expect(log).toMatchObject({ code: 0, stdout: expect.stringContaining("started with undefined and") });
    const pid = (await programs()).get("shy")?.processes[0]?.pid;
    const traffic = await place.run(["agents", "traffic", "shy"]);
    expect(traffic.stdout).toContain("session/prompt");
    expect(`${log.stdout}${log.stderr}${traffic.stdout}`).not.toContain(KEY);
    const shown = await place.run(["trace", "show", "-"], { input: traffic.stdout });
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining("my key is …") });
    expect(await place.run(["agents", "traffic", "shy", "--limit", "1"])).toMatchObject({
      stdout: expect.stringMatching(/^[^\n]+\n[^\n]+\n$/),
    });
    expect(await place.run(["agents", "restart", "shy"])).toMatchObject({ stderr: "Restarted shy (1 process).\n" });
    expect((await programs()).get("shy")?.processes[0]?.pid).not.toBe(pid);
    expect(await place.run(["agents", "log", "stranger"])).toMatchObject({ code: 3 });
    await using nowhere = await openPlace();
    const alone = await nowhere.run(["agents", "log", "shy"]);
    expect(alone.stderr).toContain("Agents run on a server, and no server is running");
  });
});
