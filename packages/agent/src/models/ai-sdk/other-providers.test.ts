// The providers that speak a wire of another one, at addresses of their own.
import { startStubModel, stubScript, type StubModel } from "@parley/test-support/stub-model";
import { afterAll, beforeAll, expect, it } from "vitest";
import { gather, only, open, request, testEnvironment, textOf } from "../testing/ask.ts";
import { startRudeServer } from "../testing/rude-server.ts";
import { TEST_KEY } from "../testing/wires.ts";

let stub: StubModel;
beforeAll(async () => {
  stub = await startStubModel();
});
afterAll(() => stub.close());

it("speaks to Azure in OpenAI's responses", async () => {
  const environment = testEnvironment({ AZURE_API_KEY: TEST_KEY, AZURE_BASE_URL: `${stub.url}/openai` });
  const model = await open("azure/gpt-5.6", environment);
  const events = await gather(model, request(stubScript("say from azure", "read a.txt"), { thinking: "low" }));
  expect(textOf(events)).toBe("from azure");
  expect(only(events, "tool_call")).toHaveLength(1);
  expect(stub.requests.at(-1)).toMatchObject({
    headers: { "api-key": TEST_KEY },
    body: { model: "gpt-5.6", store: false, reasoning: { effort: "low" }, prompt_cache_key: expect.any(String) },
  });
});

it("speaks to Vertex as to Gemini", async () => {
  const variables = { GOOGLE_VERTEX_API_KEY: TEST_KEY, GOOGLE_VERTEX_BASE_URL: `${stub.url}/v1beta` };
  const model = await open("vertex/gemini-2.5-flash", testEnvironment(variables));
  const events = await gather(model, request(stubScript("think hm", "say from vertex"), { thinking: "low" }));
  expect([textOf(events, "thought"), textOf(events)]).toEqual(["hm", "from vertex"]);
  expect(stub.requests.at(-1)).toMatchObject({
    headers: { "x-goog-api-key": TEST_KEY },
    body: { generationConfig: { thinkingConfig: { thinkingBudget: 4_096 } } },
  });
});

it("signs requests to Bedrock, marks what to keep, and says when that was not accepted", async () => {
  let body = "";
  let authorization = "";
  await using server = await startRudeServer((response) => {
    response.writeHead(403, { "content-type": "application/json" });
    response.end(JSON.stringify({ message: "The security token included in the request is invalid." }));
  });
  const environment = testEnvironment(
    {
      AWS_ACCESS_KEY_ID: "AKIAEXAMPLE",
      AWS_SECRET_ACCESS_KEY: TEST_KEY,
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: server.url,
    },
    {
      fetch: (input, init) => {
        body = typeof init?.body === "string" ? init.body : "";
        authorization = new Headers(init?.headers).get("authorization") ?? "";
        return fetch(input, init);
      },
    },
  );
  const model = await open("bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0", environment);
  expect(model.info).toMatchObject({ contextTokens: 200_000, thinks: true, price: { input: 3 } });
  const events = await gather(model, request("hello", { thinking: "low" }));
  expect(server.paths[0]).toContain("converse-stream");
  expect(authorization).toContain("Credential=AKIAEXAMPLE/");
  expect(authorization).toContain("/us-east-1/bedrock/");
  expect(body).toContain("cachePoint");
  expect(body).toContain("budget_tokens");
  expect(events).toEqual([
    {
      type: "failure",
      failure: expect.objectContaining({
        kind: "auth_required",
        message: expect.stringContaining("security token"),
        variables: expect.arrayContaining(["AWS_ACCESS_KEY_ID", "AWS_BEARER_TOKEN_BEDROCK"]),
      }),
    },
  ]);
});
