// Writes a pack: chunks as the functions that Node would make of them, by their names, in one file.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** In brackets, which tell V8 that it will be called at once. */
const WRAPPER = "(function(exports,require,module,__filename,__dirname){";

/** Its name. V8 knows a source by its length alone: the name holds its hash, so that what was compiled of another is never taken for it. */
export function writePack({ name, dir, chunks }) {
  const functions = chunks.map((chunk) => `"./${chunk}":${WRAPPER}${readChunk(dir, chunk)}\n}),`);
  const text = toAscii(["({", ...functions, "})"].join("\n"));
  const pack = `start-${name}-${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
  writeFileSync(join(dir, `${pack}.cjs`), text);
  return pack;
}

function readChunk(dir, chunk) {
  return readFileSync(join(dir, chunk), "utf8").replace(/\n\/\/# sourceMappingURL=.*\s*$/, "");
}

/** Text of one byte a character is read faster. In strings, patterns and names an escape means the same; in a raw template it does not. */
function toAscii(text) {
  // oxlint-disable-next-line no-control-regex -- ASCII begins with them
  if (/String\.raw`[^`]*[^\u0000-\u007f]/.test(text))
    throw new Error("A raw template is not ASCII: write it as a string");
  // oxlint-disable-next-line no-control-regex -- as above
  return text.replace(/[^\u0000-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
