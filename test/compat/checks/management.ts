// What a client does with sessions besides talking: modes, the list, forks, closing and deleting.
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

export const fork: Check = {
  holds: "a fork knows what was before, and what is said in it stays in it",
  async run(scene) {
    if (!(await scene.driver()).supports("sessionCapabilities.fork")) return { absent: "it cannot fork" };
    const { word, session } = await play(scene, ["say before the fork"]);
    const other = await session.fork();
    try {
      must(other.agentSessionId !== session.agentSessionId, "the fork has the id of the session it comes from");
      scene.use(other);
      const there = await play(scene, ["say in the fork"]);
      must(sawText(there, word), "the fork does not know what was before", there);
      scene.use(session);
      const here = await play(scene, ["say not in the fork"]);
      // The model may be asked in the background for the fork, too: only what has this prompt counts.
      const requests = () => here.requests().filter((request) => sawText({ requests: () => [request] }, here.word));
      must(!sawText({ requests }, there.word), "what was said in the fork is in the session it comes from", here);
    } finally {
      scene.use(session);
      await other.close();
    }
    return undefined;
  },
};

export const closeSession: Check = {
  holds: "another session is closed, and this one continues",
  async run(scene) {
    const driver = await scene.driver();
    if (!driver.supports("sessionCapabilities.close")) return { absent: "it cannot close" };
    const session = await scene.session();
    const other = await driver.newSession();
    scene.use(other);
    try {
      await play(scene, ["say to be closed"]);
      const before = driver.problems.length;
      await other.close();
      must(driver.problems.length === before, `it refused: ${driver.problems.slice(before).join("; ")}`);
    } finally {
      scene.use(session);
    }
    await play(scene, ["say still here"]);
    return undefined;
  },
};

export const deleteSession: Check = {
  holds: "another session is deleted, and gone from the list; this one continues",
  async run(scene) {
    const driver = await scene.driver();
    if (!driver.supports("sessionCapabilities.delete")) return { absent: "it cannot delete" };
    const session = await scene.session();
    const other = await driver.newSession();
    scene.use(other);
    try {
      await play(scene, ["say to be deleted"]);
      const before = driver.problems.length;
      await other.delete();
      must(driver.problems.length === before, `it refused: ${driver.problems.slice(before).join("; ")}`);
    } finally {
      scene.use(session);
    }
    const ids = await driver.listSessions();
    must(!ids.includes(other.agentSessionId), "it is still in the list");
    await play(scene, ["say still here"]);
    return undefined;
  },
};
