// Sends a line and waits for it to come back, many times; says how long the middle one of them took, on its fourth stream.
import { readSync, writeSync } from "node:fs";

const RESULT = 3;
const [count = 0, warmUp = 0, lineBytes = 0] = process.argv.slice(2).map(Number);
const head = '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","text":"';
const tail = '"}}\n';
const line = Buffer.from(head + "x".repeat(lineBytes - head.length - tail.length) + tail);
const answer = Buffer.allocUnsafe(64 * 1024);
const times = [];

for (let round = 0; round < warmUp + count; round += 1) {
  const start = performance.now();
  writeSync(1, line);
  let read = 0;
  while (read < line.length) {
    const bytes = readSync(0, answer, read, line.length - read);
    if (bytes === 0) throw new Error("The echo ended");
    read += bytes;
  }
  if (round >= warmUp) times.push((performance.now() - start) * 1e3);
  if (!answer.subarray(0, read).equals(line)) throw new Error("Something else came back");
}
times.sort((a, b) => a - b);
const at = (share) => times[Math.floor(times.length * share)];
writeSync(RESULT, JSON.stringify({ p50Us: at(0.5), p99Us: at(0.99) }));
