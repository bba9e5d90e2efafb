// A request that brings MCP servers needs another scope for them.
import { refuseExtensions } from "../../auth/extension-scope.ts";
import type { Caller } from "../../http/dialect.ts";
import { FieldError } from "../input/field-error.ts";

/** Throws `forbidden`. */
export function checkExtensions(caller: Caller, extensions: unknown): void {
  const why = refuseExtensions(caller, extensions);
  if (why !== undefined) throw new FieldError("extensions", `${why}.`, "forbidden");
}
