// Answers that have to fit a JSON Schema: from the command line, over ACP-REST and over the native API, with one retry.
import { startStubModel, stubScript, type StubModel } from "@parley/test-support/stub-model";
import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { call, callJson, readFrames } from "./prompting.ts";
import { serve, type Served } from "./served.ts";

const SCHEMA = { type: "object", properties: { count: { type: "integer" } }, required: ["count"] };

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
  place.run(["run", "--agent", "parley", "--json-schema", "schema.json", ...args, text], { env });

describe("run --json-schema", { timeout: 180_000 }, () => {
  it.each([[[]], [["--no-server"]]])("prints the answer alone, with %j", async (args) => {
    const fenced = stubScript(`say ${JSON.stringify('Sure:\n```json\n{"count": 3}\n```')}`);
    expect(await run(fenced, ...args)).toMatchObject({ code: 0, stdout: '{"count":3}\n' });
  });

  it("asks once more, and fails if the second answer does not fit either", async () => {
    const asked = model.requests.length;
    const bad = await run(stubScript(`say {"count": "three"}`), "--no-server");
    expect(bad).toMatchObject({ stdout: "", stderr: expect.stringContaining("does not fit the JSON Schema") });
    expect(bad.code).not.toBe(0);
    // The second try is told what was wrong with the first.
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
});
