// What a page has to load, minified: to follow a session, and on top of that to show it.
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { bundleExtensionHost } from "../../scripts/build/extension-host.mjs";
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

describe("what VS Code loads at its start", () => {
  it("the extension with everything that it loads at once has at most 250 kB", async () => {
    const built = await bundleExtensionHost({ root, host: "node" });
    const bytes = eagerBytes(built);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(250_000);
    const all = built.reduce((sum, { code = "" }) => sum + Buffer.byteLength(code), 0);
    expect(bytes, "features are loaded later").toBeLessThan(all);
  });

  // A web host cannot load a second file.
  it("the extension for the web host is one file of at most 350 kB", async () => {
    const built = await bundleExtensionHost({ root, host: "browser" });
    expect(built.filter(({ type }) => type === "chunk")).toHaveLength(1);
    expect(eagerBytes(built)).toBeLessThanOrEqual(350_000);
  });
});

/** Of the entry and every file that it needs before it runs. */
function eagerBytes(built: Awaited<ReturnType<typeof bundleExtensionHost>>): number {
  const files = new Map(built.map((file) => [file.fileName, file]));
  const needed = new Set(built.filter(({ isEntry }) => isEntry === true).map(({ fileName }) => fileName));
  for (const name of needed) for (const one of files.get(name)?.imports ?? []) if (files.has(one)) needed.add(one);
  return [...needed].reduce((sum, name) => sum + Buffer.byteLength(files.get(name)?.code ?? ""), 0);
}
