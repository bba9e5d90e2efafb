import { createTempFolder } from "@parley/test-support";
import { writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { readModelOverrides, type FoundOverrides } from "./model-overrides.ts";

async function read(config: unknown): Promise<FoundOverrides> {
  await using folder = await createTempFolder();
  await writeFile(folder.file("config.json"), typeof config === "string" ? config : JSON.stringify(config));
  return await readModelOverrides(folder.path);
}

it("is what the user says of each model", async () => {
  const price = { input: 0, output: 1.5, cacheRead: 0.1 };
  const big = { contextTokens: 262_144, outputTokensMax: 8_192, name: "Big", takesImages: false, thinks: true, price };
  const models = { "ollama/big": big, "openai/gpt-5": { price: { input: 1, output: 8 } } };
  expect(await read({ models })).toEqual({ overrides: models, problems: [] });
});

it("is empty without settings", async () => {
  await using folder = await createTempFolder();
  expect(await readModelOverrides(folder.path)).toEqual({ overrides: {}, problems: [] });
  expect(await read({})).toEqual({ overrides: {}, problems: [] });
});

it.each([
  ["{", /is not JSON/],
  [{ models: [] }, /models is \[\]; expected up to \d+ models/],
  [{ models: { "a/b": 5 } }, /models\["a\/b"\] is 5; expected an object with name, contextTokens/],
  [{ models: { "a/b": { contextTokens: "many" } } }, /models\["a\/b"\]\.contextTokens is "many"/],
  [{ models: { "a/b": { contextTokens: 0 } } }, /contextTokens is 0; expected a number of tokens/],
  [{ models: { "a/b": { contextToken: 5 } } }, /\.contextToken is 5; expected only name, contextTokens/],
  [{ models: { "a/b": { isOffline: true } } }, /\.isOffline is true; expected only/],
  [{ models: { "a/b": { thinks: "yes" } } }, /\.thinks is "yes"; expected true or false/],
  [{ models: { "a/b": { price: { input: 1 } } } }, /\.price\.output is missing/],
  [{ models: { "a/b": { price: { input: 1, output: -1 } } } }, /\.price\.output is -1; expected US dollars/],
  [{ models: { "a/b": { price: 3 } } }, /\.price is 3; expected an object/],
])("%j is told", async (config, expected) => {
  const { overrides, problems } = await read(config);
  expect(problems).toEqual([expect.stringMatching(expected)]);
  expect(overrides).toEqual({});
});

it("keeps the settings of the other models if one has a mistake", async () => {
  const { overrides, problems } = await read({ models: { "a/b": { thinks: 1 }, "c/d": { thinks: true } } });
  expect([overrides, problems.length]).toEqual([{ "c/d": { thinks: true } }, 1]);
});
