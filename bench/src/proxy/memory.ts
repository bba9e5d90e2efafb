// The most memory that a proxy ever has: with one very long line, there and back, and with a very long session.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { environment, reportingProxyArguments } from "./contenders.ts";
import { WatchedProcess } from "./watched-process.ts";
import type { RunUsage } from "../command-line.ts";

const BYTES_PER_MB = 1e6;
const CHUNK = Buffer.alloc(64 * 1024, "x");

/** The agent is `cat`, so that the line passes in both directions. */
export async function measureLongLine(bytes: number, folder: string): Promise<number> {
  const file = join(folder, "long-line.json");
  const env = { ...environment(folder), PARLEY_BENCH_FILE: file };
  const args = [...reportingProxyArguments(), "cat"];
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ["pipe", "pipe", "ignore"] });
  let returned = 0;
  child.stdout.on("data", (chunk: Buffer) => (returned += chunk.length));
  const ended = once(child, "close");
  for (let written = 0; written < bytes; written += CHUNK.length) {
    if (!child.stdin.write(CHUNK)) await once(child.stdin, "drain");
  }
  child.stdin.end("\n");
  await ended;
  if (returned !== bytes + 1) throw new Error(`Of ${bytes + 1} bytes ${returned} came back`);
  return (JSON.parse(await readFile(file, "utf8")) as RunUsage).rssPeakBytes / BYTES_PER_MB;
}

export interface LongSession {
  readonly turns: number;
  readonly messagesPerTurn: number;
  /** Messages a second. */
  readonly rate: number;
}

export interface LongSessionSample {
  readonly rssMb: number;
  /** Messages that were not looked at. */
  readonly unseen: number;
}

export async function measureLongSession(session: LongSession, folder: string): Promise<LongSessionSample> {
  const { turns, messagesPerTurn, rate } = session;
  await using proxy = new WatchedProcess(folder);
  await proxy.open();
  const reader = await proxy.readFeed();
  for (let turn = 0; turn < turns; turn += 1) await proxy.prompt(`work ${messagesPerTurn} ${rate}`);
  reader.destroy();
  const { rssPeakBytes, unseen } = await proxy.end();
  return { rssMb: rssPeakBytes / BYTES_PER_MB, unseen };
}
