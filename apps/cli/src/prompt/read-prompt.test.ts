import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { STDIN_BYTES_MAX } from "../limits.ts";
import { readPrompt } from "./read-prompt.ts";

const piped = (text: string) => Readable.from([Buffer.from(text)]);
const typed = () => Object.assign(piped("never read"), { isTTY: true });

it.each([
  [["What", "is", "this?"], "ignored", "What is this?"],
  [[], "from stdin\n\n", "from stdin"],
  [["-"], "from stdin\n", "from stdin"],
  [["Review:", "-"], "the diff\n", "Review:\n\nthe diff"],
  [["-", "and", "say why"], "the diff", "the diff and say why"],
])("turns %j and %j into the prompt %j", async (words, stdin, prompt) => {
  expect(await readPrompt(words, piped(stdin))).toBe(prompt);
});

it("does not wait for a prompt on a terminal unless asked to", async () => {
  expect(await readPrompt([], typed())).toBe("");
  expect(await readPrompt(["hi"], typed())).toBe("hi");
});

it("keeps characters intact that arrive in pieces", async () => {
  const bytes = Buffer.from("ä€𝄞");
  expect(await readPrompt([], Readable.from([...bytes].map((byte) => Buffer.from([byte]))))).toBe("ä€𝄞");
});

it("has a limit", async () => {
  const chunk = Buffer.alloc(1024 * 1024, 0x61);
  const endless = Readable.from(
    (function* () {
      for (let sent = 0; sent <= STDIN_BYTES_MAX; sent += chunk.length) yield chunk;
    })(),
  );
  await expect(readPrompt([], endless)).rejects.toMatchObject({ code: "usage" });
});
