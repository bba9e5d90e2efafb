// A session without hooks.
import type { Hooks } from "../hooks.ts";

export const noHooks: Hooks = {
  before: async () => ({ notices: [] }),
  after: async () => ({ remarks: [], notices: [] }),
};
