// Read a file or list a folder.
import type { Kind } from "./kind.ts";
import { definePathKind } from "./path-kind.ts";

export const readKind: Kind<"read"> = definePathKind("read");
