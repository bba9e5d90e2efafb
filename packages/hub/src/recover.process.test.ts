import { bundleProgram, createTempFolder, startProgram } from "@parley/test-support";
import { manyTurns, openTestHub } from "@parley/test-support/hub";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { openSqliteStore } from "./sqlite.ts";
import { eventsOf, say, textOf } from "./testing/talk.ts";

const TURNS = 50;

interface Line {
  readonly asking?: string;
  readonly turnId?: string;
  readonly sessionId?: string;
  readonly seen?: number;
}

describe("a hub that was killed", () => {
  it("has all its events, ends running turns, and keeps open questions", { timeout: 120_000 }, async () => {
    await using folder = await createTempFolder();
    const place = [join(folder.path, "db", "parley.db"), join(folder.path, "home"), folder.path] as const;
    const program = await bundleProgram(manyTurns);
    await using child = startProgram(program, { args: [...place, String(TURNS)] });
    const seen = new Map<string, number>();
    let asked: Line = {};
    const lines = createInterface({ input: child.stdout });
    for await (const text of lines) {
      const line = JSON.parse(text) as Line;
      if (line.asking !== undefined) asked = line;
      if (line.sessionId !== undefined && line.seen !== undefined) seen.set(line.sessionId, line.seen);
      if (seen.size === TURNS && [...seen.values()].every((seq) => seq > 100)) break;
    }
    process.kill(child.pid, "SIGKILL");
    await child.exited;

    const [storePath, parleyHome, cwd] = place;
    await using again = await openTestHub({ storePath, parleyHome, cwd });
    const { hub } = again;
    for (const [sessionId, seq] of seen) {
      const events = await eventsOf(hub, sessionId);
      expect(events.length).toBeGreaterThanOrEqual(seq);
      expect(events.at(-1)).toMatchObject({ type: "stop", error: { code: "interrupted" } });
      const { turns } = await hub.turns.list({ sessionId });
      expect(turns).toMatchObject([{ state: "failed", error: { code: "interrupted" } }]);
    }
    const [first = ""] = seen.keys();
    expect(await say(hub, first, "say back again")).toMatchObject({ state: "completed" });

    const { asking = "", turnId = "" } = asked;
    expect(await hub.turns.get(turnId)).toMatchObject({ state: "awaiting" });
    const [question] = await hub.interactions.list({ sessionId: asking, state: "pending" });
    if (question?.kind !== "permission") throw new Error("The question should be there still");
    const optionId = question.options.find(({ kind }) => kind === "allow_once")?.optionId ?? "";
    await hub.interactions.answerPermission(question.id, { outcome: { outcome: "selected", optionId } }, "test");
    expect(await hub.turns.ended(turnId)).toMatchObject({ state: "completed" });
    expect(textOf(await eventsOf(hub, asking))).not.toBe("");
  });

  it("completes a turn whose end is in the log already", async () => {
    await using folder = await createTempFolder();
    const place = { storePath: folder.file("parley.db"), parleyHome: folder.file("home"), cwd: folder.path };
    const ids: string[] = [];
    {
      await using first = await openTestHub(place);
      for (const text of ["say done", "fail on purpose"]) {
        const { id: sessionId } = await first.hub.sessions.create({ agent: "script", cwd: folder.path });
        ids.push((await say(first.hub, sessionId, text)).id);
      }
    }
    {
      // As it was between the last event and the change of the turn's row.
      await using store = await openSqliteStore({ path: place.storePath });
      const open = { state: "in_progress", finishedAtMs: undefined, lastSeq: undefined } as const;
      for (const id of ids) await store.updateTurn(id, { ...open, error: undefined, stopReason: undefined });
    }
    await using again = await openTestHub(place);
    const [done, failed] = await Promise.all(ids.map((id) => again.hub.turns.get(id)));
    expect(done).toMatchObject({ state: "completed", stopReason: "end_turn" });
    expect(failed?.state).toBe("failed");
    expect(failed?.error?.code).not.toBe("interrupted");
    for (const turn of [done, failed]) {
      const events = await eventsOf(again.hub, turn?.sessionId ?? "");
      expect(events.filter(({ type }) => type === "stop")).toHaveLength(1);
    }
  });
});
