// One request to the model, as the session's settings are now: who is asked, with which instructions and tools.
import { z } from "zod";
import { buildInstructions } from "../instructions/build-instructions.ts";
import { readGitFacts } from "../instructions/git-facts.ts";
import type { StepSetup, ToolSet } from "../loop/turn-input.ts";
import type { Model, ModelFailure, ToolSpec } from "../models/model.ts";
import { toolsOf } from "../modes/groups.ts";
import type { AgentMode } from "../modes/mode.ts";
import { MCP_BUDGET_MS } from "../sessions/limits.ts";
import { taskTool } from "../tools/conversation/task.ts";
import type { Tool } from "../tools/tool.ts";
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

/** What a model is told of a tool is the same each time, so that providers can keep it. */
const specs = new WeakMap<Tool, ToolSpec>();

export function toToolSet(tools: readonly Tool[]): ToolSet {
  return { specs: tools.map(toSpec), tools: new Map(tools.map((tool) => [tool.name, tool])) };
}

export function toSpec(tool: Tool): ToolSpec {
  const known = specs.get(tool);
  if (known !== undefined) return known;
  const { name, description } = tool;
  const { $schema: _, ...inputSchema } =
    tool.inputSchema ?? z.toJSONSchema(tool.input, { io: "input", unrepresentable: "any" });
  const spec = { name, description, inputSchema };
  specs.set(tool, spec);
  return spec;
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
