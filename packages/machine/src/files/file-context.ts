// What every file operation needs.
import type { Folders } from "./folder.ts";
import type { FileLimits } from "../limits.ts";
import type { Roots } from "./roots.ts";

export interface FileContext {
  readonly roots: Roots;
  readonly folders: Folders;
  readonly limits: FileLimits;
}
