// Sessions beyond their first process: loaded, loaded again, resumed.
import type { SessionUpdate } from "@parley/acp";
import type { DrivenSession } from "../driver/driver.ts";
import { must, play, sawText, type Check } from "./check.ts";

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

export const reload: Check = {
  holds: "a session that was loaded before is loaded once more: all of its history comes, and nothing of it twice",
  async run(scene) {
    if (!(await scene.driver()).supports("loadSession")) return { absent: "it cannot load" };
    const words: string[] = [];
    for (const said of ["before", "between"]) {
      const { word, session } = await play(scene, [`say ${said}`]);
      words.push(word);
      const driver = await scene.reopen({ forget: true });
      scene.use(await driver.importSession(session.agentSessionId));
    }
    const loaded = await scene.session();
    const played = await play(scene, ["say here again"]);
    for (const word of words) {
      must(sawText(played, word), "the model does not know what was before", played);
      const count = countOf(loaded, word);
      must(count === 1, `a prompt from before is in the history ${count} times`, played);
    }
    return undefined;
  },
};

export const resume: Check = {
  holds: "a new process resumes a session of our store: nothing is recorded twice, and the model knows what was before",
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
