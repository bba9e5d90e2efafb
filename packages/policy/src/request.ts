// The request kinds, and the facts that each one needs.
import type { CommandFacts, FetchFacts, MoveFacts, PathFacts, ToolFacts } from "./facts.ts";

export const REQUEST_KINDS = ["read", "write", "delete", "move", "execute", "fetch", "tool", "mcp"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export const PATH_KINDS = ["read", "write", "delete", "move"] as const;
export type PathKind = (typeof PATH_KINDS)[number];

interface RequestFields {
  readonly read: { readonly path: string };
  readonly write: { readonly path: string };
  readonly delete: { readonly path: string };
  readonly move: { readonly path: string; readonly to: string };
  /** The line as for a shell. */
  readonly execute: { readonly command: string };
  readonly fetch: { readonly url: string };
  readonly tool: { readonly name: string; readonly title?: string | undefined };
  readonly mcp: { readonly server: string; readonly name: string };
}

interface FactsByKind {
  readonly read: PathFacts;
  readonly write: PathFacts;
  readonly delete: PathFacts;
  readonly move: MoveFacts;
  readonly execute: CommandFacts;
  readonly fetch: FetchFacts;
  readonly tool: ToolFacts;
  readonly mcp: ToolFacts;
}

export type PolicyRequest<Kind extends RequestKind = RequestKind> = {
  readonly [K in Kind]: { readonly kind: K } & RequestFields[K];
}[Kind];

export type PolicyFacts<Kind extends RequestKind = RequestKind> = FactsByKind[Kind];
