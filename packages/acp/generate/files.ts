// The generated files that are committed, as text.
import { emitCoverage } from "./emit-coverage.ts";
import { emitDecoders } from "./emit-decoders.ts";
import { emitTypes } from "./emit-types.ts";
import { loadDefs } from "./load-schema.ts";
import { readDefs } from "./read-defs.ts";

/** Path from the root of the repository → content. */
export function generateFiles(): ReadonlyMap<string, string> {
  const defs = readDefs(loadDefs());
  return new Map([
    ["packages/acp/src/generated/types.ts", emitTypes(defs)],
    ["packages/acp/src/generated/decode.ts", emitDecoders(defs)],
    ["docs/protocol-coverage.md", emitCoverage(defs)],
  ]);
}
