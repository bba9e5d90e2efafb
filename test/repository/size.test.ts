// What a page has to load, minified: to follow a session, and on top of that to show it.
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { root } from "./workspaces.ts";

/** The client of the server with its transport and the transcript. */
const FOLLOWING = ["@parley/remote", "@parley/acp/transcript"];

async function measure(entries: readonly string[]): Promise<number> {
  const contents = entries.map((entry) => `export * from ${JSON.stringify(entry)};`).join("\n");
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    conditions: ["parley:source"],
    logLevel: "silent",
  });
  return outputFiles[0]?.contents.length ?? 0;
}

describe("what a page loads", () => {
  it("to follow a session: @parley/remote with rpc and acp", async () => {
    const bytes = await measure(FOLLOWING);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(110_000);
  });

  it.each([
    ["@parley/chat-model", 80_000],
    // Most of it is the parser.
    ["@parley/chat-model/markdown", 70_000],
  ])("to show it: %s adds at most %i bytes", async (entry, bytesMax) => {
    const added = (await measure([...FOLLOWING, entry])) - (await measure(FOLLOWING));
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThanOrEqual(bytesMax);
  });
});
