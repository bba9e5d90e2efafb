// Follows a session of a server, applies its events to a transcript, and prints what one of them cost.
import { createTranscript } from "@parley/acp/transcript";
import { connectServer } from "@parley/remote";
import type { RemoteSample } from "./suites/remote.ts";

interface Work {
  readonly url: string;
  readonly token: string;
  readonly sessionId: string;
  /** How many events come before the measurement begins, and how many there are at least. */
  readonly warmUp: number;
  readonly all: number;
}

const { url, token, sessionId, warmUp, all } = JSON.parse(process.argv[2] ?? "") as Work;
const remote = connectServer({ url, token });
const transcript = createTranscript();
let [seen, patches] = [0, 0];
let start: { readonly seen: number; readonly cpu: NodeJS.CpuUsage } | undefined;

await new Promise<void>((resolve) => {
  remote.follow(
    sessionId,
    { after: 0 },
    {
      events(batch) {
        for (const event of batch) patches += transcript.apply(event).length;
        seen += batch.length;
        if (seen >= all) resolve();
        else if (start === undefined && seen >= warmUp) start = { seen, cpu: process.cpuUsage() };
      },
    },
  );
});
if (start === undefined || patches === 0) throw new Error("Nothing was measured");
const { user, system } = process.cpuUsage(start.cpu);
const sample: RemoteSample = { eventUs: (user + system) / (seen - start.seen) };
await remote.close();
process.stdout.write(JSON.stringify(sample));
