// The dialects that the server speaks: a line each.
import { createA2aDialect } from "../dialects/a2a/create-dialect.ts";
import { createAcpRestDialect } from "../dialects/acp-rest/create-dialect.ts";
import { createAcpDialect } from "../dialects/acp/create-dialect.ts";
import { createNativeDialect } from "../dialects/native/create-dialect.ts";
import type { CreateDialect } from "./dialect.ts";

export const dialects: readonly CreateDialect[] = [
  createAcpDialect,
  createAcpRestDialect,
  createNativeDialect,
  createA2aDialect,
];
