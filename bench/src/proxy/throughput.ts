// How fast lines pass that are written one by one.
import { open } from "node:fs/promises";
import { join } from "node:path";
import { nodeWords, programs, proxyWords, quote, runScript, type ContenderName } from "./contenders.ts";

export interface Load {
  readonly lineBytes: number;
  /** In the file; it is read again and again. */
  readonly lines: number;
  readonly times: number;
}

/** Writes one line with each write(2). Part of every Unix, and faster at that than Node. */
function writer(file: string, { lineBytes, times }: Load): string {
  const once = `dd if=${quote(file)} bs=${lineBytes} 2>/dev/null`;
  return Array.from({ length: times }, () => once).join("; ");
}

/** Megabytes a second, from the first byte to the last. */
export async function measureThroughput(name: ContenderName, load: Load, folder: string): Promise<number> {
  const script = writer(linesFile(folder, load), load);
  const source = name === "cat" ? `{ ${script}; } | cat` : `${proxyWords(name)} sh -c ${quote(script)}`;
  const output = await runScript(`${source} | ${nodeWords(programs.countBytes)}`, folder);
  const { bytes, ms } = JSON.parse(output) as { bytes: number; ms: number };
  const expected = load.lineBytes * load.lines * load.times;
  if (bytes !== expected) throw new Error(`${name} passed ${bytes} of ${expected} bytes on`);
  return bytes / 1e3 / ms;
}

/** Updates of an agent, all of the same length. */
export async function writeLines(folder: string, load: Load): Promise<void> {
  const head =
    '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"';
  const tail = '"}}}}\n';
  const short = ['{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":"', '"}}\n'];
  const [before = "", after = ""] = load.lineBytes > head.length + tail.length ? [head, tail] : short;
  const line = before + "x".repeat(load.lineBytes - before.length - after.length) + after;
  const many = Buffer.from(line.repeat(1_000));
  const file = await open(linesFile(folder, load), "w");
  for (let written = 0; written < load.lines; written += 1_000) await file.write(many);
  await file.close();
}

function linesFile(folder: string, { lineBytes }: Load): string {
  return join(folder, `lines-${lineBytes}`);
}
