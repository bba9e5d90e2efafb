// One request to the model, as the session's settings are now: who is asked, with which instructions and tools.
import { buildInstructions } from "../instructions/build-instructions.ts";
import { readGitFacts } from "../instructions/git-facts.ts";
import type { StepSetup } from "../loop/types.ts";
import type { Model, ModelFailure } from "../models/model.ts";
import { toolsOf } from "../modes/groups.ts";
import type { AgentMode } from "../modes/mode.ts";
import { MCP_BUDGET_MS } from "../sessions/limits.ts";
import { taskTool } from "../tools/conversation/task.ts";
import { toToolSet } from "../tools/tool-set.ts";
import type { TurnPlace } from "./run-loop.ts";

export interface StepManner {
  /** Undefined: the session's. */
  readonly mode?: AgentMode | undefined;
  /** A sub-agent has none of its own. */
  readonly isNested?: boolean | undefined;
}

export async function setUpStep({ agent, session, kit, turn }: TurnPlace, manner: StepManner = {}): Promise<StepSetup> {
  const { settings, place, roots } = session;
  const { mode = session.mode, isNested = false } = manner;
  const opened = await kit.models.open(settings.modelId);
  const model = "model" in opened ? opened.model : createFailingModel(opened.failure);
  const patienceMs = MCP_BUDGET_MS - (performance.now() - kit.openedAtMs);
  if (patienceMs > 0) await kit.mcp.settled(patienceMs, turn.signal);
  const offered = toolsOf(mode, kit.tools()).filter(({ name }) => !isNested || name !== taskTool.name);
  const tools = toToolSet(offered);
  const system = buildInstructions({
    mode,
    tools: tools.specs,
    memory: kit.memory.text,
    notes: await kit.notes.text(),
    cwd: place.cwd,
    roots,
    platform: process.platform,
    shell: agent.options.env["SHELL"],
    modelId: settings.modelId,
    git: await readGitFacts(place.cwd),
    now: agent.options.clock.now(),
  });
  return { model, system, tools, thinking: settings.thinking };
}

/** A model that is not there says so as any other failure is said: in the turn. */
function createFailingModel(failure: ModelFailure): Model {
  const info = { id: "none", name: "none", contextTokens: Number.MAX_SAFE_INTEGER, takesImages: false, thinks: false };
  return {
    info,
    async *stream() {
      yield { type: "failure", failure };
    },
  };
}
