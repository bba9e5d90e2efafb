// From a name to a model, or to what is wrong with it; and which models there are.
import { createFakeClock } from "@parley/test-support";
import { startStubModel, type StubModel } from "@parley/test-support/stub-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultModelId } from "./default-model.ts";
import { listModels } from "./list-models.ts";
import type { ModelFailure } from "./model.ts";
import { openModel } from "./open-model.ts";
import { providers } from "./providers.ts";
import { testEnvironment, type Variables } from "./testing/ask.ts";
import { startRudeServer } from "./testing/rude-server.ts";

let stub: StubModel;
beforeAll(async () => {
  stub = await startStubModel();
});
afterAll(() => stub.close());

/** Nobody answers there; so no test depends on what runs on this machine. */
const NOWHERE = { OLLAMA_HOST: "http://127.0.0.1:9" };

async function failureOf(id: string, variables: Variables = {}): Promise<ModelFailure | undefined> {
  const opened = await openModel(id, testEnvironment({ ...NOWHERE, ...variables }));
  return "failure" in opened ? opened.failure : undefined;
}

describe("opening", () => {
  it.each(providers.filter(({ signIn }) => signIn.flat().length > 0).map(({ id }) => id))(
    "%s without anything says what to set",
    async (id) => {
      const failure = await failureOf(`${id}/some-model`);
      const [first = []] = providers.find((provider) => provider.id === id)?.signIn ?? [];
      expect(failure?.kind).toBe("auth_required");
      expect(failure?.variables).toEqual(expect.arrayContaining([...first]));
      for (const variable of first) expect(failure?.remedy).toContain(variable);
    },
  );

  it("needs all variables of a group, and takes the first group that is whole", async () => {
    expect(await failureOf("azure/m", { AZURE_API_KEY: "k" })).toMatchObject({ kind: "auth_required" });
    expect(await failureOf("azure/m", { AZURE_API_KEY: "k", AZURE_RESOURCE_NAME: "r" })).toBeUndefined();
    expect(await failureOf("google/m", { GOOGLE_API_KEY: "k" })).toBeUndefined();
    expect(await failureOf("google/m", { GOOGLE_API_KEY: "  " })).toMatchObject({ kind: "auth_required" });
    expect(await failureOf("ollama/m")).toBeUndefined();
    expect(await failureOf("openai-compatible/m", { OPENAI_API_KEY: "k" })).toMatchObject({ kind: "auth_required" });
  });

  it("takes what the user has us keep", async () => {
    const environment = testEnvironment(
      {},
      { secret: (name) => Promise.resolve(name === "ANTHROPIC_API_KEY" ? "kept" : undefined) },
    );
    expect(await openModel("anthropic/m", environment)).toHaveProperty("model");
    const broken = testEnvironment({}, { secret: () => Promise.reject(new Error("the file is damaged")) });
    expect(await openModel("anthropic/m", broken)).toMatchObject({ failure: { kind: "auth_required" } });
  });

  it.each(["", "claude", "anthropic/", "/model", "nobody/model", "offline/other"])(
    "refuses %j with the list of what there is",
    async (id) => {
      const failure = await failureOf(id, { ANTHROPIC_API_KEY: "k" });
      expect(failure?.kind).toBe("model_unknown");
      expect(failure?.models).toContain("anthropic/claude-sonnet-5-5");
      expect(failure?.models).toContain("offline/script");
      expect(failure?.models).not.toContain("openai/gpt-5.6");
    },
  );

  it("names the providers there are", async () => {
    expect((await failureOf("nobody/model"))?.message).toContain("anthropic, openai-compatible, openai, google");
  });

  it("keeps slashes in a model's name", async () => {
    const opened = await openModel("openai-compatible/meta/llama-3", testEnvironment({ OPENAI_BASE_URL: stub.url }));
    expect(opened).toMatchObject({ model: { info: { id: "openai-compatible/meta/llama-3", name: "meta/llama-3" } } });
  });

  it("says which variable is no address", async () => {
    const failure = await failureOf("openai-compatible/m", { OPENAI_BASE_URL: "ftp://example.com" });
    expect(failure).toMatchObject({ kind: "connection", message: expect.stringContaining("OPENAI_BASE_URL") });
    const open = await failureOf("openai-compatible/m", { OPENAI_BASE_URL: "ftp://me:my-secret@example.com" });
    expect(open?.message).toContain('"ftp://…@example.com"');
  });

  it("can be prepared ahead, and never fails by it", async () => {
    const opened = await openModel("anthropic/m", testEnvironment({ ANTHROPIC_API_KEY: "k" }));
    expect("model" in opened && (await opened.prepare())).toBeUndefined();
    expect(await openModel("offline/script", testEnvironment({}))).toMatchObject({
      model: { info: { isOffline: true } },
    });
  });
});

describe("listing", () => {
  const idsOf = async (variables: Variables) =>
    (await listModels(testEnvironment({ ...NOWHERE, ...variables }))).map(({ id }) => id);

  it("has the script, and nothing else, when nothing is configured", async () => {
    expect(await idsOf({})).toEqual(["offline/script"]);
  });

  it("has the known models of what is configured", async () => {
    const ids = await idsOf({ ANTHROPIC_API_KEY: "k", GEMINI_API_KEY: "k" });
    expect(ids).toContain("anthropic/claude-opus-5-5");
    expect(ids).toContain("google/gemini-2.5-pro");
    expect(ids.some((id) => id.startsWith("openai"))).toBe(false);
  });

  it("asks a server of the user's own, and takes it for no OpenAI", async () => {
    const ids = await idsOf({ OPENAI_BASE_URL: stub.url, OPENAI_API_KEY: "k" });
    expect(ids).toEqual(["openai-compatible/stub-model", "offline/script"]);
    const openai = await idsOf({ OPENAI_BASE_URL: "https://api.openai.com/v1/", OPENAI_API_KEY: "k" });
    expect(openai).toContain("openai/gpt-5.6");
    expect(openai.some((id) => id.startsWith("openai-compatible/"))).toBe(false);
  });

  it("asks Ollama for what was pulled", async () => {
    await using ollama = await startRudeServer((response) => {
      response.end(JSON.stringify({ models: [{ name: "qwen3:8b" }, { name: "llama3:latest" }, { odd: 1 }] }));
    });
    const environment = testEnvironment({ OLLAMA_HOST: ollama.url.replace("http://", "") });
    const models = await listModels(environment);
    expect(models.map(({ id }) => id)).toEqual(["ollama/qwen3:8b", "ollama/llama3:latest", "offline/script"]);
    expect(ollama.paths).toEqual(["/api/tags"]);
  });

  it("asks once in a while, and not at all if that was said", async () => {
    await using server = await startRudeServer((response) => void response.end(`{"data": [{"id": "m"}]}`));
    const clock = createFakeClock();
    const environment = testEnvironment({ ...NOWHERE, OPENAI_BASE_URL: server.url }, { clock });
    expect(await listModels(environment, "known")).toHaveLength(1);
    expect(server.paths).toHaveLength(0);
    expect(await listModels(environment)).toHaveLength(2);
    expect(await listModels(environment)).toHaveLength(2);
    expect(await listModels(environment, "known")).toHaveLength(2);
    expect(server.paths).toHaveLength(1);
    clock.advance(60_000);
    expect(await listModels(environment)).toHaveLength(2);
    expect(server.paths).toHaveLength(2);
  });

  it.each([
    ["an error", 500, "{}"],
    ["no JSON", 200, "<html>"],
    ["another shape", 200, `{"data": {"id": 1}}`],
    ["more than anybody has", 200, `{"data": [], "x": "${"x".repeat(5_000_000)}"}`],
  ])("goes without a list that is %s", async (_, status, body) => {
    await using server = await startRudeServer((response) => void response.writeHead(status).end(body));
    expect(await idsOf({ OPENAI_BASE_URL: server.url })).toEqual(["offline/script"]);
  });

  it("does not wait for a server that does not answer", async () => {
    await using server = await startRudeServer(() => undefined);
    const limits = { listMs: 50 };
    const models = await listModels(testEnvironment({ ...NOWHERE, OPENAI_BASE_URL: server.url }, { limits }));
    expect(models).toHaveLength(1);
  });
});

describe("the default", () => {
  const chosen = (variables: Variables) => defaultModelId(testEnvironment({ ...variables }));

  it("is what the user set, else the first provider's, else the script", async () => {
    expect(await chosen({ PARLEY_MODEL: "google/x", ANTHROPIC_API_KEY: "k" })).toBe("google/x");
    expect(await chosen({ OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k" })).toBe("anthropic/claude-sonnet-5-5");
    expect(await chosen({ OPENAI_API_KEY: "k" })).toBe("openai/gpt-5.6");
    expect(await chosen({ GEMINI_API_KEY: "k" })).toBe("google/gemini-3.8-flash");
    expect(await chosen({ GOOGLE_VERTEX_API_KEY: "k" })).toBe("vertex/gemini-3.8-flash");
    expect(await chosen({ PARLEY_MODEL: " " })).toBe("offline/script");
  });

  it("is the first model of a server of the user's own", async () => {
    expect(await chosen({ OPENAI_BASE_URL: stub.url })).toBe("openai-compatible/stub-model");
    expect(await chosen({ OPENAI_BASE_URL: "http://127.0.0.1:9" })).toBe("offline/script");
  });

  it("is nothing that merely happens to be there", async () => {
    expect(await chosen({ AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "s" })).toBe("offline/script");
  });
});
