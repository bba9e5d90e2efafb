// Plays messages and content.
import { createId } from "@parley/base";
import { answerProse, describeProblem, streamChunk } from "../../language/answers.ts";
import { describeLanguage } from "../../language/describe-language.ts";
import { STREAM_BURST } from "../../limits.ts";
import type { Players } from "../player.ts";
import { samples } from "../samples.ts";
import { textBlock } from "../wire.ts";

export const speechPlayers: Players<"say" | "think" | "user" | "show" | "stream" | "help" | "prose" | "problem"> = {
  say: ({ text }, turn) => turn.say("agent_message_chunk", text),
  think: ({ text }, turn) => {
    if (turn.session.settings.thoughts) turn.say("agent_thought_chunk", text);
  },
  user: ({ text }, turn) => turn.say("user_message_chunk", text),
  show: ({ content }, turn) => turn.say("agent_message_chunk", samples[content]),
  stream: async ({ count, bytes }, turn) => {
    const messageId = createId();
    for (let index = 0; index < count && !turn.signal.aborted; index += 1) {
      const content = textBlock(streamChunk(index, bytes));
      turn.update({ sessionUpdate: "agent_message_chunk", messageId, content });
      if (turn.isFull) await turn.room();
      else if (index % STREAM_BURST === STREAM_BURST - 1) await turn.wait(0);
    }
  },
  help: (_, turn) => turn.say("agent_message_chunk", describeLanguage()),
  prose: (step, turn) => turn.say("agent_message_chunk", answerProse(step)),
  problem: (step, turn) => turn.say("agent_message_chunk", `I cannot play ${describeProblem(step)}`),
};
