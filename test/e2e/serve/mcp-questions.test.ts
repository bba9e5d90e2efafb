// A question of an MCP server to the user: asked by our own agent, answered through the server's API.
import { startStubModel, stubScript } from "@parley/test-support/stub-model";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { openPlace } from "../run-parley.ts";
import { call, dialects, reaches, readLog } from "./dialects.ts";
import { serve, type Served } from "./served.ts";

const MCP_SERVER = fileURLToPath(new URL("./asking-mcp-server.mjs", import.meta.url));

interface Question {
  readonly id: string;
  readonly kind: string;
  readonly answer?: unknown;
}

/** Answers the open question of this kind, and gives what it was. */
async function answer(server: Served, kind: string, body: object): Promise<Question> {
  const find = async (): Promise<Question | undefined> => {
    const { interactions } = await call<{ interactions: readonly Question[] }>(server, "GET", "/interactions");
    return interactions.find((one) => one.kind === kind && one.answer === undefined);
  };
  await expect.poll(find, { timeout: 60_000 }).toBeDefined();
  const question = await find();
  await call(server, "POST", `/interactions/${question?.id ?? ""}`, body);
  return question ?? { id: "", kind: "" };
}

it("is a page that a call requires: it is opened first, and the call is repeated", { timeout: 120_000 }, async () => {
  await using place = await openPlace();
  await using model = await startStubModel();
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "key", PARLEY_MODEL: "openai-compatible/stub-model" };
  await place.run(["mcp", "add", "asking", "--", process.execPath, MCP_SERVER]);
  await using server = await serve(place, ["--level", "bypass"], { env });
  const [native] = dialects.filter(({ name }) => name === "native");
  const script = stubScript("mcp pay {}", "echo result");
  const begun = await native?.begin(server, "backend", script, place.work);
  const { turnId, sessionId } = begun ?? { turnId: "", sessionId: "" };
  expect(await answer(server, "elicitation", { action: "accept" })).toMatchObject({
    session_id: sessionId,
    request: { mode: "url", message: 'MCP server "asking" asks: Confirm it', url: "https://pay.example/now" },
  });
  await reaches(server, turnId, "completed", "failed");
  expect(JSON.stringify(await readLog(server, sessionId))).toContain("paid");
});

it("is a form for every client, and its answer reaches the MCP server", { timeout: 120_000 }, async () => {
  await using place = await openPlace();
  const model = await startStubModel();
  const env = {
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: "key-of-the-model",
    PARLEY_MODEL: "openai-compatible/stub-model",
  };
  await place.run(["mcp", "add", "asking", "--", process.execPath, MCP_SERVER]);
  await using server = await serve(place, [], { env });
  const [native] = dialects.filter(({ name }) => name === "native");
  const script = stubScript("mcp greet {}", "echo result");
  const { turnId, sessionId } = (await native?.begin(server, "backend", script, place.work)) ?? {
    turnId: "",
    sessionId: "",
  };
  expect(await answer(server, "permission", { action: "allow_once" })).toMatchObject({ session_id: sessionId });
  expect(await answer(server, "elicitation", { action: "accept", content: { name: "Ada" } })).toMatchObject({
    session_id: sessionId,
    request: { mode: "form", message: 'MCP server "asking" asks: Who are you?' },
  });
  await reaches(server, turnId, "completed", "failed");
  expect(JSON.stringify(await readLog(server, sessionId))).toContain("accept: Ada");
  await model.close();
});
