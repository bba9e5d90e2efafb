// The bash grammar of tree-sitter, loaded when the first command line is looked at, and once.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Parser } from "web-tree-sitter";
import { withoutOptimizing } from "./without-optimizing.ts";

/** The parser and the grammar each find a file in their own package, so a bundler has to leave both outside. */
const require = createRequire(import.meta.url);

/** Node has it, and its types do not. */
declare const WebAssembly: { readonly Module: new (bytes: Uint8Array) => object };

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
  const bytes = readFile(require.resolve("tree-sitter-bash/tree-sitter-bash.wasm"));
  const [treeSitter, grammar] = await Promise.all([import("web-tree-sitter"), bytes]);
  await treeSitter.Parser.init();
  return withoutOptimizing(() => {
    const language = treeSitter.Language.loadSync(new WebAssembly.Module(grammar));
    const parser = new treeSitter.Parser().setLanguage(language);
    // The lexer is compiled on its first use, which has to be now.
    parser.parse(":")?.delete();
    return parser;
  });
}
