import { createTempFolder } from "@parley/test-support";
import { startStubModel, stubScript } from "@parley/test-support/stub-model";
import { expect, it } from "vitest";
import { findComplete } from "./complete.ts";

const { signal } = new AbortController();

it("asks the configured model, and returns its text", async () => {
  await using home = await createTempFolder();
  await using stub = await startStubModel();
  const env = { OPENAI_BASE_URL: `${stub.url}/v1`, OPENAI_API_KEY: "stub" };
  const complete = await findComplete({ parleyHome: home.path, env, modelId: "openai-compatible/stub-model" });
  expect(await complete?.(stubScript("say backend"), signal)).toBe("backend");
  await expect(complete?.(stubScript("say x"), AbortSignal.abort())).rejects.toThrow("aborted");
});

it("is undefined without a model, with the script model, and without a key", async () => {
  await using home = await createTempFolder();
  const find = (modelId?: string) => findComplete({ parleyHome: home.path, env: {}, modelId });
  expect(await find()).toBeUndefined();
  expect(await find("offline/script")).toBeUndefined();
  expect(await find("anthropic/claude-opus-4")).toBeUndefined();
});

it("says so if the model fails", async () => {
  await using home = await createTempFolder();
  const stub = await startStubModel();
  const env = { OPENAI_BASE_URL: `${stub.url}/v1`, OPENAI_API_KEY: "stub" };
  const complete = await findComplete({ parleyHome: home.path, env, modelId: "openai-compatible/stub-model" });
  const asked = complete?.(stubScript("status 400"), signal);
  await expect(asked).rejects.toMatchObject({ code: "connection_failed" });
  await stub.close();
});
