// Two terminals with different environments on one server: a key set in a terminal works in this terminal, and is written nowhere.
import { startStubModel, stubScript, type StubModel } from "@parley/test-support/stub-model";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { serve, type Served } from "./served.ts";

const KEY = "planted-key-0815-of-this-terminal";
const OWN = ["run", "--agent", "parley", "--model", "openai-compatible/stub-model"];

/** An agent that says a variable and how many prompts its process has had, and prints the variable when it fails. Travels as text. */
const SAYS = `
  let prompts = 0;
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    const send = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
    if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
    else if (method === "session/new") send({ id, result: { sessionId: "s" + Math.random() } });
    else if (method === "session/prompt") {
      if (params.prompt.at(-1).text === "fail") { console.error("bad key " + process.env.MY_KEY); process.exit(3); }
      const text = (process.env.MY_KEY ?? "nothing").length + " characters, prompt " + ++prompts + " in " + process.cwd();
      send({ method: "session/update", params: { sessionId: params.sessionId, update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } } } });
      send({ id, result: { stopReason: "end_turn" } });
    } else if (id !== undefined) send({ id, result: {} });
  });
`;
const COMMAND = ["--", "node", "-e", SAYS];

let model: StubModel;
let place: Place;
let server: Served;

beforeAll(async () => {
  model = await startStubModel();
  place = await openPlace();
  server = await serve(place, ["--log-level", "debug"]);
}, 60_000);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
  await model.close();
});

it("a key that is set in one terminal works there, and is missing in another", { timeout: 120_000 }, async () => {
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: KEY };
  const prompt = stubScript("say from the model");
  expect(await place.run([...OWN, prompt], { env })).toMatchObject({ code: 0, stdout: "from the model\n" });
  const without = await place.run([...OWN, prompt]);
  expect(without).toMatchObject({ stdout: "", stderr: expect.stringContaining("OPENAI_BASE_URL") as string });
  expect(without.code).not.toBe(0);
  expect(await place.run([...OWN, prompt], { env }), "and it still works here").toMatchObject({ code: 0 });
});

it(
  "a command after -- runs on the server as it would in this terminal, and stays for the next run",
  { timeout: 120_000 },
  async () => {
    const env = { MY_KEY: KEY };
    const run = (...words: readonly string[]) => place.run(["run", ...words, ...COMMAND], { env });
    const length = KEY.length;
    expect(await run("which?")).toMatchObject({ code: 0, stdout: `${length} characters, prompt 1 in ${place.work}\n` });
    const second = await run("--format", "json", "which?");
    const { sessionId, text, agent } = JSON.parse(second.stdout) as Record<"sessionId" | "text" | "agent", string>;
    expect({ text, agent }).toEqual({ text: `${length} characters, prompt 2 in ${place.work}`, agent: "node" });
    const other = await place.run(["run", "which?", ...COMMAND], { env: { MY_KEY: "other" } });
    expect(other).toMatchObject({ code: 0, stdout: `5 characters, prompt 1 in ${place.work}\n` });

    const failed = await run("fail");
    expect(failed.code).not.toBe(0);
    expect(failed.stderr).toContain("bad key …");

    // It is gone with the server, and brought again by the command that resumes the session.
    const trace = await (await server.fetch(`/sessions/${sessionId}/trace`)).text();
    const log = await server.end();
    server = await serve(place);
    const without = await place.run(["run", "--session", sessionId, "which?"]);
    expect(without).toMatchObject({
      stdout: "",
      stderr: expect.stringContaining("was started with its own command (node)"),
    });
    const again = await run("--session", sessionId, "which?");
    expect(again).toMatchObject({ code: 0, stdout: `${length} characters, prompt 1 in ${place.work}\n` });

    const files = await filesOf(place.home);
    const exported = (await place.run(["sessions", "export", sessionId])).stdout;
    expect(exported).toContain("prompt 2");
    const shown = { trace, exported, failed: failed.stderr, without: without.stderr, log: log.stderr, ...files };
    expect(Object.entries(shown).flatMap(([where, words]) => (words.includes(KEY) ? [where] : []))).toEqual([]);
  },
);

/** Of the home, the store included. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await readFile(path, "latin1")])));
}
