// Usage of turns.
import { defineHandlers } from "../handler.ts";
import { toNativeUsage } from "./translate.ts";

export const usageHandlers = defineHandlers({
  "usage/get": async ({ from, to, by = ["day"] }, { hub }) => toNativeUsage(await hub.store.sumUsage({ from, to, by })),
});
