// What loading the grammar leaves V8 to do.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { KNOWN_V8 } from "./without-optimizing.ts";

const DRIVER = fileURLToPath(new URL("../testing/compile-trace.ts", import.meta.url));
/** The lexer is far above, and nothing else is. */
const HUGE_BYTES = 100_000;

/** How large each function was that V8 compiled, by compiler. */
function trace(): { readonly quickly: number[]; readonly thoroughly: number[] } {
  const args = ["--conditions=parley:source", "--import", "tsx", DRIVER];
  const output = execFileSync(process.execPath, args, { encoding: "utf8", timeout: 25_000 });
  const sizesOf = (compiler: string): number[] =>
    Array.from(output.matchAll(new RegExp(`using ${compiler}, .*bodysize (\\d+)`, "g")), ([, size]) => Number(size));
  return { quickly: sizesOf("Liftoff"), thoroughly: sizesOf("TurboFan") };
}

describe.runIf(KNOWN_V8.test(process.versions.v8))("the grammar", () => {
  it("is not optimized at the price of half a second, and what comes later is", () => {
    const { quickly, thoroughly } = trace();
    expect(quickly.filter((size) => size > HUGE_BYTES)).toHaveLength(1);
    expect(thoroughly.filter((size) => size > HUGE_BYTES)).toEqual([]);
    expect(thoroughly).toContain(21);
  });
});
