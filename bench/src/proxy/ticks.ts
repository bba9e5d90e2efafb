// What a tick of the feed costs while many files cool down and a reader is connected.
import { setTimeout as sleep } from "node:timers/promises";
import { WatchedProcess } from "./watched-process.ts";

/** As the feed has it. */
const TICK_MS = 100;
/** Turns after which untouched files have left the context, and begin to cool. */
const TURNS_OF_REST = 5;
/** Until everything that was set off by the turns is done. */
const SETTLE_MS = 500;

export async function measureTick(files: number, windowMs: number, folder: string): Promise<number> {
  await using proxy = new WatchedProcess(folder);
  await proxy.open();
  const reader = await proxy.readFeed();
  await proxy.prompt(`touch ${files}`);
  for (let turn = 0; turn < TURNS_OF_REST; turn += 1) await proxy.prompt("rest");
  await sleep(SETTLE_MS);
  const start = performance.now();
  const bytesBefore = reader.bytesRead;
  const before = await proxy.cpuMs();
  await sleep(windowMs);
  const cpuMs = (await proxy.cpuMs()) - before;
  const ticks = (performance.now() - start) / TICK_MS;
  if (reader.bytesRead === bytesBefore) throw new Error("Nothing was shown while the files cooled down");
  reader.destroy();
  await proxy.end();
  return cpuMs / ticks;
}
