// Routes a prompt to an agent: by the scorer, or by a model where the scorer is unsure.
import { silentLog, type Log } from "@parley/base";
import type { Agents } from "../api/agents.ts";
import type { FindComplete } from "../api/sources.ts";
import { askForMode } from "./ask-for-mode.ts";
import { decideByScore, routableModes } from "./decide-by-score.ts";
import { ROUTING_MS_MAX } from "../limits.ts";
import type { Routing } from "../api/routing.ts";

export interface RoutingOptions {
  readonly agents: Pick<Agents, "list" | "slots">;
  /** Used once per prompt, if the scorer is unsure. */
  readonly findComplete?: FindComplete | undefined;
  readonly log?: Log | undefined;
  /** How long the model may take. */
  readonly modelMs?: number | undefined;
}

export function createRouting(options: RoutingOptions): Routing {
  const { agents, findComplete, log = silentLog, modelMs = ROUTING_MS_MAX } = options;
  return {
    async route(prompt) {
      const [entries, slots] = await Promise.all([agents.list(), agents.slots()]);
      const { decision, isSure } = decideByScore(prompt, { entries, slots });
      const modes = routableModes({ entries, slots });
      // With a single mode or an empty prompt, a model has nothing to decide.
      if (isSure || modes.length < 2 || prompt.trim() === "") return decision;
      try {
        const complete = await findComplete?.();
        if (complete === undefined) return decision;
        const chosen = await askForMode(complete, prompt, modes, modelMs);
        if (chosen !== undefined) return chosen;
        log.write("warn", "The model named no agent that there is; the scorer decided");
      } catch (error) {
        log.write("warn", "The model could not route a prompt; the scorer decided", { error });
      }
      return decision;
    },
  };
}
