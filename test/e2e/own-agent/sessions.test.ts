// Sessions of our own agent through our own client: made, listed, forked, closed, taken up again, loaded, deleted.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ofKind, openOwnPlace, TEST_MS, textOf } from "./own-place.ts";

const filesIn = (folder: string): Promise<string[]> => readdir(folder, { recursive: true }).catch(() => []);

describe("a session of our own agent", { timeout: TEST_MS }, () => {
  it("has no file until the first prompt, then a title, and is listed", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open();
    const one = await own.newSession();
    expect(await own.agent.listSessions(place.cwd)).toEqual([]);
    expect((await filesIn(join(place.home, "sessions"))).filter((name) => name.endsWith(".ndjson"))).toEqual([]);
    const { updates } = await one.prompt("Count the stars\nstub: say many\nstub: end");
    const [info] = ofKind(updates, "session_info_update");
    expect(info?.title).toContain("Count the stars");
    expect(await own.agent.listSessions(place.cwd)).toMatchObject([
      { sessionId: one.session.agentSessionId, cwd: place.cwd, title: expect.stringContaining("Count the stars") },
    ]);
    expect(await own.agent.listSessions(place.home)).toEqual([]);
  });

  it("is resumed by a new process without replay, with its context", async () => {
    await using place = await openOwnPlace();
    const id = await (async () => {
      await using own = await place.open();
      const one = await own.newSession();
      await one.play("say the word is marmalade");
      await one.session.setMode("architect");
      return one.session.id;
    })();
    await using own = await place.open();
    const again = await own.resume(id);
    expect(again.session.choices.modeId).toBe("architect");
    expect(textOf(again.updates)).toBe("");
    await again.play("say yes");
    expect(JSON.stringify(place.model.requests.at(-1)?.body)).toContain("marmalade");
  });

  it("is loaded with its full history by a new client", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open();
    const one = await own.newSession();
    await place.write(place.file("a.txt"), "content of a\n");
    await one.play("think hard", "say first words", `read ${place.file("a.txt")}`, "say second words");
    await one.play(`run printf '%s-%s' out put`, "say third words");
    await one.session.close();
    const loaded = await own.load(one.session.agentSessionId);
    const kinds = loaded.updates.map(({ sessionUpdate }) => sessionUpdate);
    expect(kinds.filter((kind) => kind === "user_message_chunk")).toHaveLength(2);
    expect(textOf(loaded.updates, "agent_thought_chunk")).toBe("hard");
    expect(textOf(loaded.updates)).toBe("first wordssecond wordsthird words");
    expect(ofKind(loaded.updates, "tool_call").map(({ kind }) => kind)).toEqual(["read", "execute"]);
    expect(JSON.stringify(ofKind(loaded.updates, "tool_call_update"))).toContain("out-put");
    await loaded.play("say on we go");
    expect(JSON.stringify(place.model.requests.at(-1)?.body)).toContain("second words");
  });

  it("can be forked into independent sessions", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open();
    const one = await own.newSession();
    await one.play("say the root is elm");
    const fork = await one.session.fork();
    expect(fork.agentSessionId).not.toBe(one.session.agentSessionId);
    await fork.prompt([{ type: "text", text: "stub: say the leaf is sycamore\nstub: end" }]);
    expect(JSON.stringify(place.model.requests.at(-1)?.body)).toContain("elm");
    await one.play("say back at the root");
    expect(JSON.stringify(place.model.requests.at(-1)?.body)).not.toContain("sycamore");
  });

  it("is gone after it was deleted, including its file", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open();
    const [one, other] = [await own.newSession(), await own.newSession()];
    await one.play("say one");
    await other.play("say other");
    await one.session.delete();
    expect(await own.agent.listSessions()).toMatchObject([{ sessionId: other.session.agentSessionId }]);
    const files = await filesIn(join(place.home, "sessions"));
    expect(files.filter((name) => name.includes(one.session.agentSessionId))).toEqual([]);
    expect((await other.play("say still here")).text).toBe("still here");
  });
});
