// Delete a file, a folder or a link.
import type { Kind } from "./kind.ts";
import { definePathKind } from "./path-kind.ts";

export const deleteKind: Kind<"delete"> = definePathKind("delete");
