import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { CHAT_KEYS, QUESTION_KEYS } from "./keys.ts";

it("are the same in the documentation and the chat", async () => {
  const text = await readFile(new URL("../../../../docs/command-line.md", import.meta.url), "utf8");
  for (const { keys, does } of [...CHAT_KEYS, ...QUESTION_KEYS]) expect(text).toContain(`| \`${keys}\` | ${does} |`);
});
