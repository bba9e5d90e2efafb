import { bundleProgram, startProgram } from "@parley/test-support";
import { expect, it } from "vitest";

it.skipIf(process.platform === "win32").each([
  [0, "last words\n"],
  [1, "last words\n"],
  // The third one exits without them.
  [10, expect.any(String)],
])("after the first signal, %i more do not kill a command that is about to exit", async (count, words) => {
  const path = await bundleProgram(new URL("./testing/signalled.main.ts", import.meta.url));
  await using program = startProgram(path, { args: [String(count)] });
  const output = program.output();
  expect(await program.exited).toEqual({ code: 130, signal: null });
  expect(await output).toEqual(words);
});
