import { openTestHub } from "@parley/test-support/hub";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { eventsOf, say, textOf } from "../testing/talk.ts";

describe("a session", () => {
  it("switches between modes of the built-in agent, and is handed over to another one", async () => {
    await using place = await openTestHub();
    const { hub } = place;
    const { id } = await hub.sessions.create({ agent: "backend" });
    await say(hub, id, "say the word is marmalade");
    await say(hub, id, "say as qa", { agent: "qa" });
    expect(await hub.sessions.get(id)).toMatchObject({ agent: "qa" });
    const before = await eventsOf(hub, id);
    expect(before.filter(({ type }) => type === "agent_started")).toHaveLength(1);
    expect(before.filter(({ type }) => type === "handed_over")).toHaveLength(0);
    await say(hub, id, "say now the script", { agent: "script" });
    const after = await eventsOf(hub, id);
    expect(after.filter(({ type }) => type === "handed_over")).toMatchObject([{ from: "qa", to: "script" }]);
    expect(after.filter(({ type }) => type === "agent_started")).toHaveLength(2);
    expect(textOf(after)).toContain("now the script");
    // What it was told is between us and the agent.
    const prompts = after.filter(({ type }) => type === "prompt");
    expect(JSON.stringify(prompts.at(-1))).not.toContain("marmalade");
  });

  it("is forked, cleared, renamed, exported, imported, found and deleted", async () => {
    await using place = await openTestHub();
    const { hub } = place;
    const { id } = await hub.sessions.create({ agent: "script" });
    await say(hub, id, "say a rare word: quixotry");
    const fork = await hub.sessions.fork(id);
    expect(textOf(await eventsOf(hub, fork.id))).toContain("quixotry");
    await say(hub, fork.id, "say on its own way");
    expect(textOf(await eventsOf(hub, id))).not.toContain("own way");
    expect(await hub.sessions.rename(id, "  A name \n of mine ")).toMatchObject({ title: "A name of mine" });
    const lines: string[] = [];
    for await (const line of hub.sessions.export(id)) lines.push(line);
    const copy = await hub.sessions.import(lines);
    expect(textOf(await eventsOf(hub, copy.id))).toContain("quixotry");
    expect(copy).toMatchObject({ title: "A name of mine", turns: 1 });
    const found = await hub.sessions.search("quixotry");
    expect(new Set(found.map(({ session }) => session.id))).toEqual(new Set([id, copy.id]));
    const cleared = await hub.sessions.clear(id);
    expect(cleared.clearedSeq).toBe(cleared.lastSeq);
    expect(await say(hub, id, "say fresh")).toMatchObject({ state: "completed" });
    await hub.sessions.delete(id);
    await expect(hub.sessions.get(id)).rejects.toMatchObject({ code: "session_not_found" });
    expect((await hub.sessions.list()).sessions.map((session) => session.id)).not.toContain(id);
    await expect(hub.sessions.import(["no json"])).rejects.toMatchObject({ code: "bad_input" });
  });

  it("exists after a restart, and its agent has the context", async () => {
    await using outer = await openTestHub();
    const storePath = join(outer.folder, "hub", "parley.db");
    const parleyHome = join(outer.folder, "home");
    let id: string;
    {
      await using place = await openTestHub({ storePath, parleyHome, cwd: outer.folder });
      id = (await place.hub.sessions.create({ agent: "backend" })).id;
      await say(place.hub, id, "say before the restart");
    }
    await using place = await openTestHub({ storePath, parleyHome, cwd: outer.folder });
    expect(await say(place.hub, id, "say after it")).toMatchObject({ state: "completed" });
    const events = await eventsOf(place.hub, id);
    expect(textOf(events)).toBe("before the restartafter it");
    expect(events.filter(({ type }) => type === "agent_restarted")).toMatchObject([{ history: "resumed" }]);
  });

  it("lets a slow follower catch up without slowing another", async () => {
    await using place = await openTestHub();
    const { hub } = place;
    const { id } = await hub.sessions.create({ agent: "script" });
    const slow: number[] = [];
    const quick: number[] = [];
    const slowOne = await hub.sessions.subscribe(id, {
      events: (batch) => {
        slow.push(...batch.map(({ event }) => event.seq));
        return false;
      },
      ended: () => undefined,
    });
    await hub.sessions.subscribe(id, {
      events: (batch) => {
        quick.push(...batch.map(({ event }) => event.seq));
        return true;
      },
      ended: () => undefined,
    });
    const { lastSeq = 0 } = await say(hub, id, "stream 5000 10");
    expect(quick.at(-1)).toBeGreaterThanOrEqual(lastSeq);
    expect(slow.length).toBeLessThan(quick.length);
    while ((slow.at(-1) ?? 0) < lastSeq) {
      slowOne.resume();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(slow).toEqual(Array.from({ length: slow.length }, (_, index) => index + 1));
  });
});
