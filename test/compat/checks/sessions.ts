// Sessions beyond their first process: listed, loaded, resumed; their modes; and what is left when the agent is closed.
import type { SessionUpdate } from "@parley/acp";
import type { DrivenSession } from "../driver/driver.ts";
import { GONE_MS } from "../limits.ts";
import { must, play, sawText, type Check } from "./check.ts";

export const modes: Check = {
  holds: "another mode is taken, and the one before again",
  async run(scene) {
    const session = await scene.session();
    const { modeId } = session;
    const other = session.modeIds.find((id) => id !== modeId);
    if (modeId === undefined || other === undefined) return { absent: "it has no modes to choose from" };
    await session.setMode(other);
    must(session.modeId === other, `the mode is ${session.modeId}, not ${other}`);
    await session.setMode(modeId);
    must(session.modeId === modeId, `the mode is ${session.modeId}, not ${modeId} again`);
    return undefined;
  },
};

export const list: Check = {
  holds: "the session is in the agent's list",
  async run(scene) {
    const driver = await scene.driver();
    if (!driver.supports("sessionCapabilities.list")) return { absent: "it has no list" };
    // Some agents list a session only once something was said in it.
    const { session } = await play(scene, ["say to be listed"]);
    const { agentSessionId: id } = session;
    const ids = await driver.listSessions();
    must(ids.includes(id), `${id} is not among ${ids.join(", ") || "nothing"}`);
    return undefined;
  },
};

export const load: Check = {
  holds:
    "a new process loads the session for a client that does not know it: the history is replayed, and the model knows it",
  async run(scene) {
    if (!(await scene.driver()).supports("loadSession")) return { absent: "it cannot load" };
    const { word, session } = await play(scene, ["say to be loaded"]);
    const driver = await scene.reopen({ forget: true });
    const loaded = await driver.importSession(session.agentSessionId);
    scene.use(loaded);
    const played = await play(scene, ["say here again"]);
    must(sawText(played, word), "the model does not know what was before", played);
    must(
      countOf(loaded, word) === 1,
      `the prompt from before is in the history ${countOf(loaded, word)} times`,
      played,
    );
    return undefined;
  },
};

export const resume: Check = {
  holds:
    "a new process takes up a session of our store: nothing is recorded twice, and the model knows what was before",
  async run(scene) {
    const first = await scene.driver();
    const canResume = ["loadSession", "sessionCapabilities.resume"].some((capability) => first.supports(capability));
    if (!canResume) return { absent: "it cannot" };
    const { word, session } = await play(scene, ["say to be resumed"]);
    const driver = await scene.reopen();
    const resumed = await driver.resumeSession(session.id);
    scene.use(resumed);
    const played = await play(scene, ["say here again"]);
    must(sawText(played, word), "the model does not know what was before", played);
    must(countOf(resumed, word) === 0, "what was before is recorded again", played);
    return undefined;
  },
};

/** In how many prompts or pieces of the user's words it is. */
function countOf({ events }: DrivenSession, word: string): number {
  const said = events.filter(
    ({ type, ...event }) =>
      type === "prompt" || (type === "update" && isUserText((event as { update: SessionUpdate }).update)),
  );
  return said.filter((event) => JSON.stringify(event).includes(word)).length;
}

function isUserText({ sessionUpdate }: SessionUpdate): boolean {
  return sessionUpdate === "user_message_chunk";
}

export const exit: Check = {
  holds: "when the agent is closed, none of its processes is left",
  async run(scene) {
    await scene.closeDriver();
    const left = await scene.processes.waitForNone(() => true, GONE_MS);
    must(left.length === 0, `left running: ${left.join("; ")}`);
    return undefined;
  },
};
