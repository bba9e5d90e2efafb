// Reads everything, as fast as it comes, and says how much that was and how long it took from the first byte to the last.
import { readSync } from "node:fs";

const buffer = Buffer.allocUnsafe(1024 * 1024);
let bytes = readSync(0, buffer);
const start = performance.now();
// The end comes later than the last byte, because the sender has to shut down first.
let last = start;
for (let read = readSync(0, buffer); read > 0; read = readSync(0, buffer)) {
  bytes += read;
  last = performance.now();
}
process.stdout.write(JSON.stringify({ bytes, ms: last - start }));
