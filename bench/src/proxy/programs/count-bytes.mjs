// Reads everything, as fast as it comes, and says how much that was and how long it took from the first byte to the end.
import { readSync } from "node:fs";

const buffer = Buffer.allocUnsafe(1024 * 1024);
let bytes = readSync(0, buffer);
const start = performance.now();
for (let read = bytes; read > 0; bytes += read) read = readSync(0, buffer);
const ms = performance.now() - start;
process.stdout.write(JSON.stringify({ bytes, ms }));
