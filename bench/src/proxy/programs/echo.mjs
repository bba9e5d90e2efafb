// Sends back what it gets, at once and without Node's streams.
import { readSync, writeSync } from "node:fs";

const buffer = Buffer.allocUnsafe(64 * 1024);
for (let read = readSync(0, buffer); read > 0; read = readSync(0, buffer)) {
  for (let written = 0; written < read;) written += writeSync(1, buffer, written, read - written);
}
