import { createTempFolder } from "@parley/test-support";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { findSymbols } from "./find-symbols.ts";

const FILES: Readonly<Record<string, string>> = {
  "src/cart.ts": `import { total } from "./x.ts";
// function totalInComment() is not one
export async function totalOf(lines: Line[]): Promise<number> {
  const totalHere = 1;
  if (total(lines)) {
    return new Total() {
  }
}
export const TOTAL_MAX = 5;
export interface Totals { readonly a: number }
class Cart {
  private async subtotal(line: Line): Promise<number> {
  }
}
`,
  "lib/cart.py": "class TotalError(Exception):\n    def total_of(self):\n        pass\n",
  "main.go": "func (c *Cart) Total() int {\n}\n",
  "src/lib.rs": "pub(crate) fn total<T>(a: T) {}\npub struct Total;\n",
  "web/a b.js": "export default class Totaller {}\n",
  "node_modules/x/index.js": "function totalOfOthers() {}\n",
  "ignored/x.ts": "function totalIgnored() {}\n",
  ".gitignore": "ignored\n",
};

it("finds definitions in many languages, and neither uses nor comments nor ignored files", async () => {
  await using folder = await createTempFolder();
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(folder.file(path)), { recursive: true });
    await writeFile(folder.file(path), text);
  }
  const { symbols, isComplete } = await findSymbols({ folder: folder.path, query: "total", limit: 50 });
  expect(isComplete).toBe(true);
  const found = symbols.map(({ name, kind, path, line }) => `${kind} ${name} ${path}:${line}`);
  expect(found.toSorted()).toEqual(
    [
      "function totalOf src/cart.ts:3",
      "const TOTAL_MAX src/cart.ts:9",
      "interface Totals src/cart.ts:10",
      "method subtotal src/cart.ts:12",
      "class TotalError lib/cart.py:1",
      "def total_of lib/cart.py:2",
      "func Total main.go:1",
      "fn total src/lib.rs:1",
      "struct Total src/lib.rs:2",
      "class Totaller web/a b.js:1",
    ].toSorted(),
  );
  const { symbols: capital } = await findSymbols({ folder: folder.path, query: "TotalE", limit: 50 });
  expect(capital.map(({ name }) => name)).toEqual(["TotalError"]);
  const odd = await findSymbols({ folder: folder.path, query: "a.*b(", limit: 50 });
  expect(odd).toEqual({ symbols: [], isComplete: true });
  const { symbols: few } = await findSymbols({ folder: folder.path, query: "total", limit: 2 });
  expect(few).toHaveLength(2);
});
