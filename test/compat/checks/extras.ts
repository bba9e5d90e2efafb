// What a client can show if an agent says it: the plan, the usage, which message a piece belongs to. And project memory.
import type { SessionUpdate } from "@parley/acp";
import type { OfferedTool } from "@parley/test-support/stub-model";
import { MEMORY_WORDS } from "../memory-files.ts";
import { must, play, sawText, type Check, type Played } from "./check.ts";

export const memory: Check = {
  holds: "a project file such as AGENTS.md reaches the model",
  async run(scene) {
    const played = await play(scene, ["say remembered"]);
    const isRead = Object.values(MEMORY_WORDS).some((word) => sawText(played, word));
    return isRead ? undefined : { absent: `it reads none of ${Object.keys(MEMORY_WORDS).join(", ")}` };
  },
};

const PLANNERS = /^(plan|todowrite|todo_write|update_plan)$/i;
const STEP = "Look at the garden";

export const plan: Check = {
  holds: "what the model plans arrives as a plan",
  async run(scene) {
    const first = await play(scene, ["say what tools are there"]);
    const tool = first
      .requests()
      .flatMap(({ conversation }) => conversation?.tools ?? [])
      .find(({ name }) => PLANNERS.test(name));
    if (tool === undefined) return { absent: "its model has no tool for plans" };
    const played = await play(scene, [`call ${tool.name} ${JSON.stringify(toPlanInput(tool))}`, "say planned"]);
    const plans = played.updates().filter(({ sessionUpdate }) => sessionUpdate === "plan");
    if (plans.length === 0) return { absent: "it keeps its plans to itself" };
    must(JSON.stringify(plans).includes(STEP), `the plan has no such step: ${JSON.stringify(plans)}`, played);
    return undefined;
  },
};

/** The names that agents have for the same. */
function toPlanInput({ schema }: OfferedTool): Record<string, unknown> {
  const [list = "entries"] = Object.keys(schema?.["properties"] ?? {}).filter((name) =>
    ["entries", "todos", "plan"].includes(name),
  );
  const text = list === "plan" ? { step: STEP } : { content: STEP, ...(list === "todos" && { activeForm: STEP }) };
  return { [list]: [{ ...text, status: "in_progress" }] };
}

export const usage: Check = {
  holds: "the answer to a prompt says how many tokens it took",
  async run(scene) {
    const played = await play(scene, ["say counted", "usage 1234 56"]);
    const { usage: told } = played.turn;
    if (told === undefined) return { absent: "it does not say" };
    must(told.inputTokens >= 1234 && told.outputTokens >= 56, `it says ${JSON.stringify(told)}`, played);
    return undefined;
  },
};

export const usageUpdate: Check = {
  holds: "how full the context is arrives during the turn",
  async run(scene) {
    const played = await play(scene, ["say counted", "usage 1234 56"]);
    const told = ofKind(played, "usage_update");
    if (told.length === 0) return { absent: "it does not say" };
    must(
      told.some(({ used, size }) => used > 0 && size >= used),
      `it says ${JSON.stringify(told)}`,
      played,
    );
    return undefined;
  },
};

export const messageId: Check = {
  holds: "the pieces of one message have one id, and another message has another",
  async run(scene) {
    const idsOf = async (): Promise<readonly unknown[]> => {
      const played = await play(scene, ["say a message that comes in several pieces"]);
      return ofKind(played, "agent_message_chunk").map((chunk) => chunk.messageId);
    };
    const [first, second] = [await idsOf(), await idsOf()];
    if (first.every((id) => id === undefined || id === null)) return { absent: "its messages have none" };
    must(new Set(first).size === 1, `one message has ${new Set(first).size} ids`);
    must(first[0] !== second[0], "two messages have the same id");
    return undefined;
  },
};

function ofKind<Kind extends string>(played: Played, kind: Kind): Extract<SessionUpdate, { sessionUpdate: Kind }>[] {
  return played.updates().filter((update) => update.sessionUpdate === kind) as Extract<
    SessionUpdate,
    { sessionUpdate: Kind }
  >[];
}
