import { createEventSequence, formatSessionEvent, type SessionEventBody } from "@parley/acp";
import { systemClock } from "@parley/base";
import { bundleProgram, createTempFolder, startProgram } from "@parley/test-support";
import { manyTurns, openTestHub } from "@parley/test-support/hub";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { openSqliteStore } from "./sqlite.ts";
import { toQuestion, toSession, toTurn } from "./store/testing/rows.ts";
import { eventsOf, say, textOf, toPrompt } from "./testing/talk.ts";

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

  it("goes by the log of a turn: it may have its end already, or lack its prompt", async () => {
    await using folder = await createTempFolder();
    const place = { storePath: folder.file("parley.db"), parleyHome: folder.file("home"), cwd: folder.path };
    const prompt = toPrompt("say done");
    const crash = { type: "agent_crashed", message: "It ended" } as const;
    const logs: Readonly<Record<string, readonly SessionEventBody[]>> = {
      done: [
        { type: "prompt", prompt },
        { type: "stop", stopReason: "end_turn" },
      ],
      failed: [
        { type: "prompt", prompt },
        { type: "stop", error: { code: "agent_crashed", message: "It ended" } },
      ],
      unsent: [crash],
      asking: [{ type: "prompt", prompt }],
    };
    {
      await using store = await openSqliteStore({ path: place.storePath });
      for (const [id, bodies] of Object.entries(logs)) {
        const events = createEventSequence(id, { clock: systemClock });
        const lines = bodies.map((body) => formatSessionEvent(events.next(body)));
        await store.insertSession(toSession({ id, agent: "script", cwd: folder.path }));
        const changes = new Map([[id, { lastSeq: lines.length }]]);
        await store.appendEvents([{ sessionId: id, firstSeq: 1, lines }], changes, { isDurable: true });
        const begun = { state: "in_progress", firstSeq: 1, prompt } as const;
        await store.insertTurn(toTurn({ id, sessionId: id, agent: "script", ...begun }));
      }
      // Cancelled in the queue behind one that waits for an answer.
      const about = { sessionId: "asking", agent: "script" };
      await store.updateSession("asking", { agentSessionId: "x" });
      const question = toQuestion({ ...about, turnId: "asking", expiresAtMs: Date.now() + 60_000 });
      await store.putInteraction(question);
      await store.updateTurn("asking", { state: "awaiting", interactionId: question.id });
      await store.insertTurn(toTurn({ ...about, id: "queued", state: "cancelling", prompt }));
    }
    await using again = await openTestHub(place);
    const { hub } = again;
    const turns = await Promise.all(Object.keys(logs).map((id) => hub.turns.get(id)));
    expect(turns).toMatchObject([
      { state: "completed", stopReason: "end_turn", firstSeq: 1, lastSeq: 2 },
      { state: "failed", error: { code: "agent_crashed" } },
      { state: "failed", error: { code: "interrupted" }, firstSeq: 1, lastSeq: 3 },
      { state: "awaiting" },
    ]);
    expect(await hub.turns.get("queued")).toMatchObject({ state: "cancelled", stopReason: "cancelled" });
    expect((await eventsOf(hub, "asking")).map(({ type }) => type)).toEqual(["prompt"]);
    const types = (await eventsOf(hub, "unsent")).map(({ type }) => type);
    expect(types).toEqual(["agent_crashed", "prompt", "stop"]);
    expect(await eventsOf(hub, "done")).toHaveLength(2);
  });
});
