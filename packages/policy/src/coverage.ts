// What a remembered choice covers. Request kinds propose it, and choices store it.
import type { PathKind } from "./request.ts";

/** Exactly what a choice is about. */
export type Coverage =
  | { readonly kind: "path"; readonly requests: readonly PathKind[]; readonly path: string; readonly isFolder: boolean }
  | { readonly kind: "command"; readonly words: readonly string[]; readonly isPrefix: boolean }
  | { readonly kind: "fetch"; readonly host: string }
  | { readonly kind: "tool"; readonly name: string }
  /** Without a name, every tool of the server. */
  | { readonly kind: "mcp"; readonly server: string; readonly name?: string | undefined };
