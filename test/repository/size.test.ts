// What a page has to load to follow a session: the client of the server with its transport and the transcript.
import { build } from "esbuild";
import { expect, it } from "vitest";
import { root } from "./workspaces.ts";

const BYTES_MAX = 120_000;

it("keeps @parley/remote with rpc and acp small", async () => {
  const contents = 'export * from "@parley/remote"; export * from "@parley/acp/transcript";';
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
  const [bundle] = outputFiles;
  expect(bundle?.contents.length).toBeGreaterThan(0);
  expect(bundle?.contents.length).toBeLessThanOrEqual(BYTES_MAX);
});
