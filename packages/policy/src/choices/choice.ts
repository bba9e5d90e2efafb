// A remembered choice: what a person answered with "always", as plain data.
import type { Concern } from "../concerns.ts";
import type { PathKind } from "../request.ts";

/** Exactly what a choice is about. */
export type Coverage =
  | { readonly kind: "path"; readonly requests: readonly PathKind[]; readonly path: string; readonly isFolder: boolean }
  | { readonly kind: "command"; readonly words: readonly string[]; readonly isPrefix: boolean }
  | { readonly kind: "fetch"; readonly host: string }
  | { readonly kind: "tool"; readonly name: string }
  /** Without a name, every tool of the server. */
  | { readonly kind: "mcp"; readonly server: string; readonly name?: string | undefined };

/** How long it holds, and where. */
export type Scope =
  | { readonly scope: "session"; readonly sessionId: string }
  | { readonly scope: "workspace"; readonly workspace: string }
  | { readonly scope: "always" };

export interface Choice {
  readonly id: string;
  readonly verdict: "allow" | "deny";
  readonly holds: Scope;
  readonly covers: Coverage;
  /** The concerns that the person saw and accepted. */
  readonly including: readonly Concern[];
  readonly madeAtMs: number;
}
