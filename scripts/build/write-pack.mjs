// Writes a pack: chunks as the functions that Node would make of them, by their names, in one file.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** In brackets, which tell V8 that it will be called at once. */
const WRAPPER = "(function(exports,require,module,__filename,__dirname){";
/** Of a chunk that the bundler wrote by itself. */
const NO_MAP = { version: 3, sources: [], names: [], mappings: "" };

/** Its name. V8 knows a source by its length alone: the name holds its hash, so that what was compiled of another is never taken for it. */
export function writePack({ name, dir, chunks }) {
  const files = chunks.map((chunk) => ({ chunk, ...readChunk(dir, chunk) }));
  const lines = ["({", ...files.map(({ chunk, source }) => `"./${chunk}":${WRAPPER}${source}\n}),`), "})"];
  const text = toAscii(lines.join("\n"));
  const pack = `start-${name}-${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
  writeFileSync(join(dir, `${pack}.cjs`), `${text}\n//# sourceMappingURL=${pack}.cjs.map\n`);
  writeFileSync(join(dir, `${pack}.cjs.map`), JSON.stringify({ version: 3, sections: toSections(files) }));
  return pack;
}

function readChunk(dir, chunk) {
  const source = readFileSync(join(dir, chunk), "utf8").replace(/\n\/\/# sourceMappingURL=.*\s*$/, "");
  const map = join(dir, `${chunk}.map`);
  return { source, map: existsSync(map) ? JSON.parse(readFileSync(map, "utf8")) : NO_MAP };
}

/** Where each chunk stands in its pack. */
function toSections(files) {
  let line = 1;
  return files.map(({ chunk, source, map }) => {
    const section = { offset: { line, column: `"./${chunk}":${WRAPPER}`.length }, map };
    line += source.split("\n").length + 1;
    return section;
  });
}

/** Text of one byte a character is read faster. In strings, patterns and names an escape means the same; in a raw template it does not. */
function toAscii(text) {
  // oxlint-disable-next-line no-control-regex -- ASCII begins with them
  if (/String\.raw`[^`]*[^\u0000-\u007f]/.test(text))
    throw new Error("A raw template is not ASCII: write it as a string");
  // oxlint-disable-next-line no-control-regex -- as above
  return text.replace(/[^\u0000-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
