// Checks whether the built-in agent only has the offline demo, for the ready message and the page.
import { asInvoked } from "@parley/base";
import { readModelStatus } from "@parley/agent/login";
import type { CommandContext } from "../../command.ts";
import { MODEL_CHECK_FRESH_MS } from "../../limits.ts";

/** A cached check, for the page. */
export function describeNoModel(): string {
  const login = asInvoked("parley agent login");
  return `No model is configured, so the built-in agents run the offline demo. To add a model, run ${login} on this machine (no restart needed), or use an installed agent.`;
}

interface Known {
  readonly atMs: number;
  readonly answer: Promise<boolean>;
}

const answers = new WeakMap<CommandContext, Known>();

/** A model that was chosen explicitly counts as present. Failures are left to `parley doctor`. */
export function lacksModel(context: CommandContext): Promise<boolean> {
  const { home, settings, log } = context;
  if (settings.model !== undefined) return Promise.resolve(false);
  const known = answers.get(context);
  if (known !== undefined && performance.now() - known.atMs < MODEL_CHECK_FRESH_MS) return known.answer;
  const answer = readModelStatus({ parleyHome: home, env: process.env, log }).then(
    ({ model }) => model.isOffline,
    () => false,
  );
  answers.set(context, { atMs: performance.now(), answer });
  return answer;
}
