// Create a file or change its content.
import type { Kind } from "./kind.ts";
import { definePathKind } from "./path-kind.ts";

export const writeKind: Kind<"write"> = definePathKind("write");
