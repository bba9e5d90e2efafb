// The view of a session, derived from its agent's traffic.
import { defineHandlers } from "../handler.ts";
import { toNativeRow } from "./translate.ts";

export const viewHandlers = defineHandlers({
  "views/get": ({ id }, { hub }) => hub.views.snapshot(id),
  "views/timeline": async ({ id, limit }, { hub }) => ({
    rows: (await hub.views.timeline(id, { limit })).map(toNativeRow),
  }),
});
