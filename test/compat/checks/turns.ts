// The beginning: an agent that answers, a session, a turn with text and one with thoughts.
import { stubScript } from "@parley/test-support/stub-model";
import { describeTurn, must, play, textOf, type Check } from "./check.ts";

export const initialize: Check = {
  holds: "the agent answers `initialize` with version 1 and its capabilities",
  async run(scene) {
    const { info } = await scene.driver();
    must(info.protocolVersion === 1, `it speaks version ${info.protocolVersion}`);
    must(info.agentCapabilities !== undefined, "it has no agentCapabilities");
    return undefined;
  },
};

export const newSession: Check = {
  holds: "`session/new` gives a session",
  async run(scene) {
    const { agentSessionId } = await scene.session();
    must(agentSessionId !== "", "its id is empty");
    return undefined;
  },
};

export const text: Check = {
  holds: "the model's text arrives whole and in order, and the turn ends",
  async run(scene) {
    const said = `one two three ${scene.word()}`;
    const played = await play(scene, [`say ${said}`]);
    must(textOf(played.updates()).includes(said), "the text did not arrive", played);
    return undefined;
  },
};

export const think: Check = {
  holds: "the model's thoughts arrive as thoughts",
  async run(scene) {
    const thought = scene.word();
    const played = await play(scene, [`think ${thought}`, "say done"]);
    const thoughts = textOf(played.updates(), "agent_thought_chunk");
    must(thoughts.includes(thought), `the thought did not arrive; thoughts: ${JSON.stringify(thoughts)}`, played);
    return undefined;
  },
};

export const maxTokens: Check = {
  holds: "an answer that is cut off by its length ends the turn as `max_tokens`",
  async run(scene) {
    const session = await scene.driver().then((driver) => driver.newSession());
    const prompt = `This is prompt ${scene.word()}.\n${stubScript("say this is cut", "max_tokens")}`;
    try {
      const turn = await session.prompt([{ type: "text", text: prompt }]);
      return turn.stopReason === "max_tokens" ? undefined : { absent: `the turn ends with ${describeTurn(turn)}` };
    } finally {
      await session.close();
    }
  },
};

export const retry: Check = {
  holds: "a 429 of the model is tried again, and the turn succeeds",
  async run(scene) {
    const said = scene.word();
    const played = await play(scene, ["status 429 1", `say ${said}`]);
    const statuses = played.requests().map(({ status }) => status);
    must(statuses.includes(429), "the model never refused", played);
    must(textOf(played.updates()).includes(said), `no answer after the 429: ${describeTurn(played.turn)}`, played);
    return undefined;
  },
};
