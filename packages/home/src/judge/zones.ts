// What rules hide from an agent before it has a session: for the sandbox that it is started in.
import { createZones, type Ground, type Zones } from "@parley/policy";
import { realpath } from "node:fs/promises";
import type { RulesFile } from "../rules/rules-file.ts";
import { SessionRules } from "./session-rules.ts";

export interface ZonesOptions {
  readonly rules: Pick<RulesFile, "read">;
  /** The folders of future sessions, the workspace first. */
  readonly roots: readonly string[];
}

/** Read again at each call. Sandboxes exist on Linux only, so the paths are Linux paths. */
export function openZones({ rules, roots }: ZonesOptions): () => Promise<Zones> {
  return async () => {
    const real = await Promise.all(roots.map((root) => realpath(root)));
    const platform = { style: "posix", isCaseInsensitive: false } as const;
    const ground: Ground = { workspace: real[0] ?? "/", roots: real, platform };
    // Problems of the rules are reported in the session.
    const known = new SessionRules({
      rules,
      sessionRules: () => undefined,
      sessionId: "",
      ground,
      report: () => undefined,
    });
    return createZones(await known.current(), ground);
  };
}
