// Reads a prompt from the command line, and from stdin for `-` or without arguments. It may be empty.
import { ParleyError } from "@parley/base";
import type { Readable } from "node:stream";
import { STDIN_BYTES_MAX } from "../limits.ts";

const STDIN = "-";

export async function readPrompt(
  words: readonly string[],
  stdin: Readable & { readonly isTTY?: boolean },
): Promise<string> {
  // Without arguments the prompt comes from a pipe; a terminal is read only when `-` asks for it.
  const isFromStdin = words.includes(STDIN) || (words.length === 0 && stdin.isTTY !== true);
  const piped = isFromStdin ? await readAll(stdin) : "";
  if (words.length === 0) return piped;
  // Piped text is often long, so it starts on its own line.
  const asIs = words.map((word) => (word === STDIN ? piped : word));
  return asIs.reduce((text, word, index) => {
    if (index === 0) return word;
    return `${text}${word === piped && words[index] === STDIN ? "\n\n" : " "}${word}`;
  }, "");
}

async function readAll(stdin: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > STDIN_BYTES_MAX) {
      const message = `The prompt on stdin is over ${STDIN_BYTES_MAX / 1024 / 1024} MiB`;
      throw new ParleyError({
        code: "usage",
        message,
        remedy: { label: "Put it in a file and pass it with --file" },
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8").trimEnd();
}
