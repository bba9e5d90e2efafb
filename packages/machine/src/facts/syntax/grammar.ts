// The bash grammar of tree-sitter, loaded when the first command line is looked at, and once.
import { createRequire } from "node:module";
import type { Parser } from "web-tree-sitter";

/** The parser and the grammar each find a file in their own package, so a bundler has to leave both outside. */
const require = createRequire(import.meta.url);

let loading: Promise<Parser> | undefined;

/** A grammar that cannot be read is a broken installation: the error is the caller's, and the next call tries again. */
export function loadParser(): Promise<Parser> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Parser> {
  const treeSitter = await import("web-tree-sitter");
  await treeSitter.Parser.init();
  const language = await treeSitter.Language.load(require.resolve("tree-sitter-bash/tree-sitter-bash.wasm"));
  return new treeSitter.Parser().setLanguage(language);
}
