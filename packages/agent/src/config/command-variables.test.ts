import { createTempFolder } from "@parley/test-support";
import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readCommandVariables } from "./command-variables.ts";

test("are those that the user names", async () => {
  await using folder = await createTempFolder();
  expect(await readCommandVariables(folder.path)).toEqual([]);
  await writeFile(folder.file("config.json"), "{}");
  expect(await readCommandVariables(folder.path)).toEqual([]);
  await writeFile(folder.file("config.json"), JSON.stringify({ commandVariables: ["GITHUB_TOKEN", "npm_token"] }));
  expect(await readCommandVariables(folder.path)).toEqual(["GITHUB_TOKEN", "npm_token"]);
});

test.each([
  ['{"commandVariables": "GITHUB_TOKEN"}', /commandVariables is "GITHUB_TOKEN"; expected up to 100 names/],
  ['{"commandVariables": ["A=B"]}', /commandVariables is \["A=B"\]/],
  ['{"commandVariables": [1]}', /commandVariables is \[1\]/],
  ["[]", /is not a JSON object/],
  ["{", /is not JSON/],
])("%s is told", async (text, expected) => {
  await using folder = await createTempFolder();
  await writeFile(folder.file("config.json"), text);
  await expect(readCommandVariables(folder.path)).rejects.toMatchObject({
    code: "bad_config",
    message: expect.stringMatching(expected),
    remedy: { label: expect.stringMatching(/^Fix/) },
  });
});
