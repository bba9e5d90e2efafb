// Which session is guided, if one is, and which steps were skipped.
import { StoredValue } from "../state/stored-value.ts";

export interface Guide {
  readonly sessionId: string;
  readonly skipped: readonly string[];
}

export const guide = new StoredValue<Guide | undefined>({
  key: "guide",
  initial: undefined,
  parse: (stored) => {
    const { sessionId, skipped } = (stored ?? {}) as { readonly sessionId?: unknown; readonly skipped?: unknown };
    if (typeof sessionId !== "string") return undefined;
    const names = Array.isArray(skipped) ? skipped : [];
    return { sessionId, skipped: names.filter((name): name is string => typeof name === "string") };
  },
});
