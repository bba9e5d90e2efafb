// The table of request kinds.
import type { RequestKind } from "../request.ts";
import { deleteKind } from "./delete.ts";
import { executeKind } from "./execute.ts";
import { fetchKind } from "./fetch.ts";
import type { Kind } from "./kind.ts";
import { mcpKind } from "./mcp.ts";
import { moveKind } from "./move.ts";
import { readKind } from "./read.ts";
import { toolKind } from "./tool.ts";
import { writeKind } from "./write.ts";

export const KINDS: { readonly [K in RequestKind]: Kind<K> } = {
  read: readKind,
  write: writeKind,
  delete: deleteKind,
  move: moveKind,
  execute: executeKind,
  fetch: fetchKind,
  tool: toolKind,
  mcp: mcpKind,
};
