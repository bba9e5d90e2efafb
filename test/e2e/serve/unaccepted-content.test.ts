// Content that the agent of a session does not accept is the caller's mistake, on every dialect.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { callJson, connectAcp } from "./prompting.ts";
import { serve, type Served } from "./served.ts";

const DATA = "UklGRg==";
const MESSAGE = /does not accept audio/;

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

it("is refused with −32602 over ACP", async () => {
  using client = await connectAcp(server);
  const { agent } = client.connection;
  const { sessionId } = await agent.request("session/new", { cwd: place.work, mcpServers: [] });
  const prompt = [{ type: "audio" as const, data: DATA, mimeType: "audio/wav" }];
  await expect(agent.request("session/prompt", { sessionId, prompt })).rejects.toMatchObject({
    code: -32_602,
    message: expect.stringMatching(MESSAGE),
  });
});

it("is invalid input over ACP-REST", async () => {
  const parts = [{ content_type: "audio/wav", content_encoding: "base64", content: DATA }];
  const body = { agent_name: "backend", mode: "sync", input: [{ role: "user", parts }] };
  expect(await callJson(server, "POST", "/runs", body)).toMatchObject({
    status: "failed",
    error: { code: "invalid_input", message: expect.stringMatching(MESSAGE) },
  });
});
