// Reads the schema files that the official SDK ships.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { withBorrowings } from "./borrowed.ts";
import type { Defs } from "./json-schema.ts";

const schemaPaths: { readonly stable: string; readonly unstable: string } = {
  stable: schemaPath("schema.json"),
  unstable: schemaPath("schema.unstable.json"),
};

/** Every def that the package knows: version 1 stable plus the borrowings. */
export function loadDefs(): Defs {
  return withBorrowings(readDefs(schemaPaths.stable), readDefs(schemaPaths.unstable));
}

function readDefs(path: string): Defs {
  const { $defs } = JSON.parse(readFileSync(path, "utf8")) as { $defs: Defs };
  return $defs;
}

function schemaPath(name: string): string {
  return createRequire(import.meta.url).resolve(`@agentclientprotocol/sdk/schema/v1/${name}`);
}
