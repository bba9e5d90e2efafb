// A program for tests: floods its stdout through the pipe writer, and reports on stderr.
import { createPipeWriter } from "../pipe-writer.ts";

const [lines = "0", line = ""] = process.argv.slice(2);
const out = createPipeWriter(process.stdout);
let heldBytes = 0;
for (let index = 0; index < Number(lines); index += 1) {
  out.write(`${line} ${String(index).padStart(6, "0")}\n`);
  heldBytes = Math.max(heldBytes, out.heldBytes);
}
await out.end();
process.stderr.write(JSON.stringify({ heldBytes, isGone: out.gone.aborted }));
