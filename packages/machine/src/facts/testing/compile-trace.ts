// Reads command lines, and then runs another WebAssembly module until it is hot. V8 writes what it compiles.
import { setFlagsFromString } from "node:v8";
import { loadParser } from "../syntax/grammar.ts";
import { parseSyntax } from "../syntax/syntax-tree.ts";

/** One function with a body of 21 bytes, which counts up to its parameter. */
const COUNTER =
  "0061736d0100000001060160017f017f03020100070501016600000a17011501017f0340200141016a22012000480d000b20010b";
const ROUNDS = 100;

interface Counter {
  readonly exports: { readonly f: (end: number) => number };
}

/** Node has it, and its types do not. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => Counter;
};

setFlagsFromString("--trace-wasm-compilation-times");
const parser = await loadParser();
for (let round = 0; round < ROUNDS; round += 1)
  parseSyntax(parser, `git status ${round} && npm run build | tee out.log`);
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(COUNTER, "hex")));
for (let round = 0; round < ROUNDS; round += 1) exports.f(1_000_000);
