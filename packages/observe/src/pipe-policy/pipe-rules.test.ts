import { createTempFolder } from "@parley/test-support";
import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readPipeRules } from "./pipe-rules.ts";

test("without zones and rules there is nothing to judge by", async () => {
  expect(await readPipeRules({ zones: [], denied: [] })).toBeUndefined();
});

test.each([
  [{ zones: ["/etc/**"] }, "usage", "--zone: expected a glob relative to the workspace"],
  [{ denied: ["src/[a"] }, "usage", "--deny: expected a ] for every ["],
  [{ zones: [""] }, "usage", "--zone: expected a glob of 1 to"],
])("%j cannot be read, and the error says which", async (options, code, message) => {
  await expect(readPipeRules(options)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
});

test.each([
  ['{"rules":[{"verdict":"deny","kind":"raed"}]}', "rules[0]: kind: expected one or more of read"],
  ["{", "JSON"],
  ["[]", "file: expected an object"],
])(
  "a rules file with %s is refused: a broken rule would lead to questions, and here is nobody to ask",
  async (text, message) => {
    await using folder = await createTempFolder();
    const file = folder.file("rules.json");
    await writeFile(file, text);
    const failure = { code: "bad_config", message: expect.stringContaining(message) };
    await expect(readPipeRules({ file })).rejects.toMatchObject(failure);
  },
);

test("a rules file that is not there is refused", async () => {
  const failure = { code: "bad_config", message: expect.stringContaining("file not found") };
  await expect(readPipeRules({ file: "/no/such/rules.json" })).rejects.toMatchObject(failure);
});
