// A command that gets its first signal while it runs, and as many as are given when it is over: `signalled.main COUNT`.
import { once } from "node:events";
import { listenForStop } from "../stop-signals.ts";

async function command(): Promise<void> {
  using stop = listenForStop();
  const work = setInterval(() => undefined, 1_000);
  const asked = once(stop.asked, "abort");
  process.kill(process.pid, "SIGINT");
  await asked;
  clearInterval(work);
}

process.exitCode = 130;
await command();
for (let count = 0; count < Number(process.argv[2]); count += 1) process.kill(process.pid, "SIGINT");
// The signals are delivered at the next turn of the event loop.
setImmediate(() => setImmediate(() => process.stdout.write("last words\n")));
