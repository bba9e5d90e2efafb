// How much the page loads before the first message can be shown.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

const PAGE = join(import.meta.dirname, "../../../apps/cli/dist/page");
const COMPRESSED_BYTES_MAX = 200_000;

/** What the script imports at once, as the bundler writes it: `from"./x.js"` or `import"./x.js"`. */
const IMPORTED = /(?:\bfrom|\bimport)\s*["'`]\.\/([\w.-]+\.js)["'`]/g;
const IN_DOCUMENT = /\/page\/([\w.-]+\.js)["']/g;

function readNames(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);
}

it("loads at most 200 kB of compressed scripts at first", () => {
  const names = new Set(readNames(readFileSync(join(PAGE, "index.html"), "utf8"), IN_DOCUMENT));
  expect(names.size).toBeGreaterThan(0);
  let bytes = 0;
  // A set that grows while it is walked through: what is added is reached as well.
  for (const name of names) {
    const script = readFileSync(join(PAGE, "page", name));
    bytes += gzipSync(script).length;
    for (const imported of readNames(script.toString("utf8"), IMPORTED)) names.add(imported);
  }
  // React alone is more: less would mean that something was not found.
  expect(bytes).toBeGreaterThan(60_000);
  expect(bytes).toBeLessThanOrEqual(COMPRESSED_BYTES_MAX);
});
