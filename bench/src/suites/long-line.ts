// A line of 256 MiB, then a request: how far the agent's memory grows, and that the request is served.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { DIST } from "../bundle.ts";
import type { BenchClient } from "../peers/peer.ts";
import { createRaw } from "../peers/raw.ts";
import { probe } from "../peers/work.ts";
import { toMeasure } from "../statistics.ts";
import type { Suite } from "../suite.ts";
import type { Usage } from "../usage.ts";

const LINE_BYTES = 256 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, "x");
/** A request, so that a peer which reads the head knows whom to answer. */
const HEAD = '{"jsonrpc":"2.0","id":1000000,"method":"session/prompt","params":{"text":"';
const GROWTH_MAX_MB = 64;
/** An agent that has not answered by then is lost. */
const ANSWER_TIMEOUT_MS = 20_000;

interface LongLineSample {
  readonly peakMb: number;
  readonly afterMb: number;
  readonly cpuMs: number;
}

export const longLine: Suite = {
  name: "long-line",
  async run({ rounds, progress }) {
    const samples: LongLineSample[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const sample = await measureGrowth();
      samples.push(sample);
      const { peakMb, afterMb } = sample;
      progress(`long-line, round ${round + 1}: peak ${peakMb.toFixed(1)} MB, after ${afterMb.toFixed(1)} MB`);
    }
    const measure = (field: keyof LongLineSample) => toMeasure(samples.map((sample) => sample[field]));
    const [peak, after] = [measure("peakMb"), measure("afterMb")];
    return {
      name: "long-line",
      title: "A line of 256 MiB arrives at an agent, then a request, which is served",
      columns: [
        { title: "RSS MB, peak growth", digits: 1 },
        { title: "RSS MB, growth after the answer", digits: 1 },
        { title: "CPU ms", digits: 0 },
      ],
      rows: [{ label: "Parley", cells: [peak, after, measure("cpuMs")] }],
      figures: [
        { name: "RSS, peak growth", unit: "MB", digits: 1, measure: peak, atMost: GROWTH_MAX_MB },
        { name: "RSS, growth after the answer", unit: "MB", digits: 1, measure: after, atMost: GROWTH_MAX_MB },
      ],
    };
  },
};

async function measureGrowth(): Promise<LongLineSample> {
  const child = spawn(process.execPath, [join(DIST, "agent.js"), "ours"], { stdio: ["pipe", "pipe", "inherit"] });
  const client = createRaw(1).connect(child.stdout, child.stdin);
  await client.start();
  const before = await probeInTime(client);
  await writeLongLine(child.stdin);
  const after = await probeInTime(client);
  child.stdin.end();
  await once(child, "exit");
  return {
    peakMb: (after.rssPeakBytes - before.rssBytes) / 1e6,
    afterMb: (after.rssBytes - before.rssBytes) / 1e6,
    cpuMs: (after.cpuUs - before.cpuUs) / 1e3,
  };
}

async function writeLongLine(output: Writable): Promise<void> {
  output.write(HEAD);
  for (let written = HEAD.length; written < LINE_BYTES; written += CHUNK.length) {
    if (!output.write(CHUNK)) await once(output, "drain");
  }
  output.write("\n");
}

/** Rejects when the agent is lost. */
async function probeInTime(client: BenchClient): Promise<Usage> {
  const answered = new AbortController();
  const usage = await Promise.race([
    probe(client),
    sleep(ANSWER_TIMEOUT_MS, undefined, { signal: answered.signal }).catch(() => undefined),
  ]);
  answered.abort();
  if (usage === undefined) throw new Error("The request after the long line was not served");
  return usage;
}
