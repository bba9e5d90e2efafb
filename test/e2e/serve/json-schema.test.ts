// Answers that have to fit a JSON Schema: from the command line, over ACP-REST and over the native API, with one retry.
import { startStubModel, stubScript, type StubModel } from "@parley/test-support/stub-model";
import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { readLog, reaches } from "./dialects.ts";
import { call, callJson, connectAcp, readFrames } from "./prompting.ts";
import { serve, type Served } from "./served.ts";

const SCHEMA = { type: "object", properties: { count: { type: "integer" } }, required: ["count"] };

const OVER = ["completed", "failed", "cancelled"];
const WRONG_THEN_RIGHT = stubScript(`say {"count": "three"}`, "then", `say {"count": 5}`);

let place: Place;
let server: Served;
let model: StubModel;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  [place, model] = await Promise.all([openPlace(), startStubModel()]);
  env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "stub", PARLEY_MODEL: "openai-compatible/stub-model" };
  server = await serve(place, [], { env });
  await writeFile(place.file("schema.json"), JSON.stringify(SCHEMA));
}, 120_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await model[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
}, 60_000);

const run = (text: string, ...args: readonly string[]) =>
  place.run(["run", "--agent", "parley", "--json-schema", "schema.json", ...args, text], {
    env: args.includes("--no-server") ? { ...env, ...place.inSecondHome } : env,
  });

describe("run --json-schema", { timeout: 180_000 }, () => {
  it.each([[[]], [["--no-server"]]])("prints only the answer, with %j", async (args) => {
    const fenced = stubScript(`say ${JSON.stringify('Sure:\n```json\n{"count": 3}\n```')}`);
    expect(await run(fenced, ...args)).toMatchObject({ code: 0, stdout: '{"count":3}\n' });
  });

  it("leaves what it adds for the agent out of the session's title", async () => {
    const options = { env: place.inSecondHome };
    await place.run(["run", "--no-server", "--json-schema", "schema.json", 'say {"count":1}'], options);
    const { stdout } = await place.run(["sessions", "list", "--json", "--no-server"], options);
    const { sessions } = JSON.parse(stdout) as { readonly sessions: readonly { readonly title: string }[] };
    expect(sessions[0]).toMatchObject({ title: 'say {"count":1}' });
  });

  it.each([[[]], [["--no-server"]]])(
    "retries once, and prints the second answer if it matches, with %j",
    async (args) => {
      const asked = model.requests.length;
      expect(await run(WRONG_THEN_RIGHT, ...args)).toMatchObject({ code: 0, stdout: '{"count":5}\n' });
      // The second try is told what was wrong with the first.
      expect(JSON.stringify(model.requests.slice(asked))).toContain("/count must be integer");
    },
  );

  it("retries once, and fails if the second answer does not match either", async () => {
    const asked = model.requests.length;
    const bad = await run(stubScript(`say {"count": "three"}`), "--no-server");
    expect(bad).toMatchObject({ stdout: "", stderr: expect.stringContaining("does not fit the JSON Schema") });
    expect(bad.code).not.toBe(0);
    expect(JSON.stringify(model.requests.slice(asked))).toContain("/count must be integer");
    for (const [file, why] of [
      ["nosuch.json", /nosuch\.json.*not found/],
      ["bad.json", /bad\.json.*JSON Schema/],
    ] as const) {
      if (file === "bad.json") await writeFile(place.file(file), JSON.stringify({ type: "nonsense" }));
      const wrong = await place.run(["run", "--json-schema", file, "say x"], { env });
      expect(wrong).toMatchObject({ stdout: "", stderr: expect.stringMatching(why) });
    }
  });
});

describe("json_schema over HTTP", { timeout: 120_000 }, () => {
  const input = (text: string) => [{ role: "user", parts: [{ content_type: "text/plain", content: text }] }];

  it("is a field of POST /runs and of POST /reply", async () => {
    const good = stubScript(`say {"count": 4}`);
    const body = { agent_name: "backend", input: input(good), mode: "sync", json_schema: SCHEMA };
    expect(await callJson(server, "POST", "/runs", body)).toMatchObject({ status: "completed" });
    const bad = { ...body, input: input(stubScript("say four")) };
    const failed = await callJson<{ status: string; error: { message: string } }>(server, "POST", "/runs", bad);
    expect(failed).toMatchObject({ status: "failed" });
    expect(failed.error.message).toContain("does not fit the JSON Schema");
    const reply = { user_message: good, agent: "backend", working_dir: place.work, json_schema: SCHEMA };
    const frames = readFrames(await call(server, "POST", "/reply", reply));
    expect(frames.at(-1)).toMatchObject({ type: "Finish", reason: "stop" });
    expect(JSON.stringify(frames)).toContain("count");
    const nonsense = { ...reply, json_schema: { type: "nonsense" } };
    await expect(call(server, "POST", "/reply", nonsense)).rejects.toThrow(/4(?:00|22) .*json_schema/);
  });

  it("is in POST /reply until the answer fits, and the reply says so if none does", async () => {
    const reply = { agent: "backend", working_dir: place.work, json_schema: SCHEMA };
    const ask = async (text: string) =>
      readFrames(await call(server, "POST", "/reply", { ...reply, user_message: text }));
    const fitting = await ask(WRONG_THEN_RIGHT);
    expect(JSON.stringify(fitting)).toMatch(/three.*count.*5/s);
    expect(fitting.filter(({ type }) => type === "Finish")).toEqual([expect.objectContaining({ reason: "stop" })]);
    const failing = await ask(stubScript("say four"));
    expect(failing.slice(-2)).toMatchObject([
      { type: "Error", code: "invalid_message", error: expect.stringContaining("does not fit the JSON Schema") },
      { type: "Finish", reason: "error" },
    ]);
  });

  it.each([
    ["a pattern that takes forever", { type: "array", items: { type: "string", pattern: "^(a+)+$" } }],
    ["a reference to itself", { $ref: "#" }],
  ])("does not stop the server with %s", async (_, schema) => {
    const text = stubScript(`say ${JSON.stringify([`${"a".repeat(40)}b`])}`);
    const body = { agent_name: "backend", input: input(text), mode: "sync", json_schema: schema };
    const failed = await callJson(server, "POST", "/runs", body);
    expect(failed).toMatchObject({ status: "failed", error: { message: expect.stringContaining("json_schema") } });
  });

  it("is a field of POST /sessions/{id}/reply, and a matching second answer completes the turn", async () => {
    const id = await createSession(server, place);
    const turnId = await sendReply(server, id, WRONG_THEN_RIGHT, { json_schema: SCHEMA });
    expect(await reaches(server, turnId, ...OVER)).toMatchObject({ state: "completed" });
    const said = JSON.stringify(await readLog(server, id));
    expect(said).toMatch(/\/count must be integer.*count.*5/s);
    const wrongId = await sendReply(server, id, stubScript("say four"), { json_schema: SCHEMA });
    expect(await reaches(server, wrongId, ...OVER)).toMatchObject({
      state: "failed",
      error: { code: "invalid_message", message: expect.stringContaining("does not fit the JSON Schema") },
    });
  });

  it("is refused with the field's name if it is invalid or not applicable, without creating a session", async () => {
    const count = async (): Promise<number> =>
      (await callJson<{ sessions: unknown[] }>(server, "GET", "/sessions")).sessions.length;
    const id = await createSession(server, place);
    const before = await count();
    const bad = { user_message: "say x", agent: "backend" };
    for (const [path, body] of [
      ["/reply", { ...bad, json_schema: { type: "nonsense" } }],
      ["/reply", { ...bad, json_schema: [1] }],
      ["/reply", { ...bad, json_schema: SCHEMA, mode: "plan" }],
      [`/sessions/${id}/reply`, { ...bad, json_schema: { $ref: "https://127.0.0.1:1/schema.json" } }],
      ["/runs", { agent_name: "backend", input: input("say x"), json_schema: { type: "nonsense" } }],
    ] as const) {
      await expect(call(server, "POST", path, body)).rejects.toThrow(/ 4(?:00|22) .*json_schema/);
    }
    expect(await count()).toBe(before);
  });
});

describe("json_schema and limits of interrupted turns", { timeout: 180_000 }, () => {
  it("are kept for the turn that waited for an answer and for queued ones", async () => {
    await using home = await openPlace();
    await writeFile(home.file("a.txt"), "content\n");
    const first = await serve(home, [], { env });
    const id = await createSession(first, home);
    const write = stubScript("write b.txt hello", `say {"count": "b"}`, "then", `say {"count": 6}`);
    const waiting = await sendReply(first, id, write, { json_schema: SCHEMA });
    await reaches(first, waiting, "awaiting", ...OVER);
    const fitting = await sendReply(first, id, WRONG_THEN_RIGHT, { json_schema: SCHEMA });
    const failing = await sendReply(first, id, stubScript("say four"), { json_schema: SCHEMA });
    const limited = await promptWithLimits(first, id, home);
    await first.end();

    await using second = await serve(home, [], { env });
    const { interaction_id } = await reaches(second, waiting, "awaiting", ...OVER);
    const answer = { id: interaction_id, action: "allow_once" };
    await call(second, "POST", "/action-required/tool-confirmation", answer);
    expect(await reaches(second, waiting, ...OVER)).toMatchObject({ state: "completed" });
    expect(await reaches(second, fitting, ...OVER)).toMatchObject({ state: "completed" });
    expect(await reaches(second, failing, ...OVER)).toMatchObject({
      state: "failed",
      error: { code: "invalid_message" },
    });
    expect(await reaches(second, limited, ...OVER)).toMatchObject({ stop_reason: "max_turn_requests" });
  });
});

async function createSession(at: Served, { work }: Place): Promise<string> {
  const body = { agent: "backend", working_dir: work };
  return (await callJson<{ id: string }>(at, "POST", "/sessions", body)).id;
}

async function sendReply(at: Served, sessionId: string, text: string, more: object): Promise<string> {
  const body = { user_message: text, ...more };
  return (await callJson<{ turn_id: string }>(at, "POST", `/sessions/${sessionId}/reply`, body)).turn_id;
}

/** Over ACP, where a prompt has limits; queued when this resolves. */
async function promptWithLimits(at: Served, sessionId: string, { work: cwd }: Place): Promise<string> {
  using client = await connectAcp(at);
  await client.connection.agent.request("session/load", { sessionId, cwd, mcpServers: [] });
  const text = stubScript("read a.txt", "say one", "read a.txt", "say two");
  client.connection.agent
    .request("session/prompt", {
      sessionId,
      prompt: [{ type: "text", text }],
      _meta: { parley: { limits: { requests: 1 } } },
    })
    .catch(() => undefined); // The connection ends before the turn does.
  const list = async () =>
    (await callJson<{ turns: { id: string }[] }>(at, "GET", `/turns?session_id=${sessionId}`)).turns;
  await expect.poll(async () => (await list()).length).toBe(4);
  return (await list())[0]?.id ?? "";
}
