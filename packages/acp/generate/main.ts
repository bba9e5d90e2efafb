// `npm run generate`: writes types, decoders and the coverage document from the protocol's schema.
import { writeFileSync } from "node:fs";
import { generateFiles } from "./files.ts";

for (const [name, text] of generateFiles()) {
  writeFileSync(new URL(`../../../${name}`, import.meta.url), text);
}
