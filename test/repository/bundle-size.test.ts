// Browser-safe packages stay small: what an entry adds to a page, minified, beside the packages that are there anyway.
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { root } from "./workspaces.ts";

interface Size {
  readonly entry: string;
  readonly bytesMax: number;
  /** Folders that do not count, because the page has them already. */
  readonly beside: readonly string[];
}

const SIZES: readonly Size[] = [
  {
    entry: "@parley/chat-model",
    bytesMax: 80_000,
    beside: ["packages/base/", "packages/rpc/", "packages/acp/"],
  },
  // The parser of markdown is most of it.
  {
    entry: "@parley/chat-model/markdown",
    bytesMax: 70_000,
    beside: ["packages/base/", "packages/rpc/", "packages/acp/"],
  },
];

async function measure({ entry, beside }: Size): Promise<number> {
  const { metafile } = await build({
    stdin: { contents: `export * from ${JSON.stringify(entry)};`, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
    conditions: ["parley:source"],
    logLevel: "silent",
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const counted = inputs.filter(([path]) => !beside.some((folder) => path.startsWith(folder)));
  return counted.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
}

describe("what a page loads", () => {
  it.each(SIZES)("of $entry is at most $bytesMax bytes", async (size) => {
    const bytes = await measure(size);
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThanOrEqual(size.bytesMax);
  });
});
