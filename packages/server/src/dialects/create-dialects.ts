// The server's dialects: one line each.
import { createA2aDialect } from "./a2a/create-dialect.ts";
import { createAcpRestDialect } from "./acp-rest/create-dialect.ts";
import { createAcpDialect } from "./acp/create-dialect.ts";
import { createMcpDialect } from "./mcp/create-dialect.ts";
import { createNativeDialect } from "./native/create-dialect.ts";
import type { CreateDialect } from "../http/dialect.ts";

export interface DialectsOptions {
  /** Hosts of this machine or its network that push notifications may go to; public ones need not be named. */
  readonly pushHosts?: readonly string[] | undefined;
}

export function createDialects({ pushHosts }: DialectsOptions): readonly CreateDialect[] {
  return [
    createAcpDialect,
    createAcpRestDialect,
    createNativeDialect,
    createMcpDialect,
    createA2aDialect({ pushHosts }),
  ];
}
