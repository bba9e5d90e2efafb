// What our own agent may do: levels, what a person answers, what is remembered; through the client and by itself.
import type { SessionEvent } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { ofKind, openOwnPlace, TEST_MS } from "./own-place.ts";

const hasTerminals = (events: readonly SessionEvent[]): boolean => events.some(({ type }) => type === "terminal");

describe("files and commands of our own agent", { timeout: TEST_MS }, () => {
  it("use the client's files and terminals if it offers them", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open({ through: "client" });
    const one = await own.newSession();
    const { events, updates, result } = await one.play(
      `write ${place.file("a.txt")} "made\\n"`,
      "then",
      "run printf '%s-%s' shown here",
      "say done",
    );
    expect(result.stopReason).toBe("end_turn");
    expect(await place.read("a.txt")).toBe("made\n");
    expect(hasTerminals(events)).toBe(true);
    expect(JSON.stringify(events.filter(({ type }) => type === "terminal"))).toContain("shown-here");
    expect(JSON.stringify(ofKind(updates, "tool_call_update"))).toContain('"type":"terminal"');
    const [write] = ofKind(updates, "tool_call");
    expect(write).toMatchObject({
      kind: "edit",
      locations: [{ path: place.file("a.txt") }],
      content: [{ type: "diff", path: place.file("a.txt"), newText: "made\n" }],
    });
    // Everything was covered by what the person allowed.
    expect(result.changes?.files).toMatchObject([{ path: "a.txt", change: "added" }]);
    expect(result.changes?.files[0]?.isUncovered).not.toBe(true);
    // A client that loads it has no such terminal: it sees what the command wrote instead.
    await one.session.close();
    const loaded = await own.load(one.session.agentSessionId);
    const shown = JSON.stringify(loaded.updates);
    expect(shown).not.toContain('"type":"terminal"');
    expect(shown).toContain("shown-here");
  });

  it("use the agent's own otherwise, with the same output", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open({ through: "agent" });
    const one = await own.newSession();
    const { events, updates } = await one.play(
      `write ${place.file("a.txt")} "made\\n"`,
      "then",
      "run printf '%s-%s' shown here",
      "say done",
    );
    expect(await place.read("a.txt")).toBe("made\n");
    expect(hasTerminals(events)).toBe(false);
    expect(JSON.stringify(ofKind(updates, "tool_call_update"))).toContain("shown-here");
  });
});

describe("permission", { timeout: TEST_MS }, () => {
  it("is needed for every effect at supervised, but not for reads", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open();
    const one = await own.newSession();
    await place.write(place.file("a.txt"), "one\n");
    await one.play(`read ${place.file("a.txt")}`, "say done");
    expect(own.person.questions).toEqual([]);
    own.person.answer = "reject_once";
    await one.play(`edit ${place.file("a.txt")} one => two`, "say done");
    expect(await place.read("a.txt")).toBe("one\n");
    own.person.answer = "allow_once";
    await one.play(`edit ${place.file("a.txt")} one => two`, "say done");
    expect(await place.read("a.txt")).toBe("two\n");
    await one.play("run touch by-command.txt", "say done");
    expect(own.person.questions).toHaveLength(3);
    const [first] = own.person.questions;
    expect(first?.origin).toBe("agent");
    expect(new Set(first?.options.map(({ kind }) => kind))).toEqual(
      new Set(["allow_once", "allow_always", "reject_once", "reject_always"]),
    );
    expect(JSON.stringify(first?.toolCall)).toContain("two");
  });

  it("is needed only for risky calls at auto, and never at bypass", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open();
    const one = await own.newSession();
    await one.session.setConfigOption("approval", "auto");
    await one.play(`write ${place.file("a.txt")} one`, "say done");
    expect(own.person.questions).toEqual([]);
    expect(await place.read("a.txt")).toBe("one");
    await one.session.setConfigOption("approval", "bypass");
    await one.play("run touch bypassed.txt && rm a.txt", "say done");
    expect(own.person.questions).toEqual([]);
    expect(await place.read("bypassed.txt")).toBe("");
    expect(await place.read("a.txt")).toBeUndefined();
  });

  it("is not needed at autopilot, which continues until the plan is done", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open({ args: ["--level", "autopilot"] });
    const one = await own.newSession();
    const plan = (status: string) => JSON.stringify({ entries: [{ content: "Dig", status }] });
    const { result } = await one.play(
      `call plan ${plan("in_progress")}`,
      "say I think that is all",
      "then",
      `call plan ${plan("completed")}`,
      "run touch dug.txt",
      "say now it is",
    );
    expect(result.stopReason).toBe("end_turn");
    expect(await place.read("dug.txt")).toBe("");
    expect(own.person.questions).toEqual([]);
  });

  it("is remembered for always answers, also by the next process", async () => {
    await using place = await openOwnPlace();
    {
      await using own = await place.open();
      const one = await own.newSession();
      own.person.answer = "allow_always";
      await one.play("run touch first.txt", "say done");
      expect(own.person.questions).toHaveLength(1);
      await one.play("run touch first.txt", "say done");
      expect(own.person.questions).toHaveLength(1);
    }
    await using own = await place.open();
    const other = await own.newSession();
    await other.play("run touch first.txt", "say done");
    expect(own.person.questions).toEqual([]);
    own.person.answer = "reject_always";
    await other.play(`write ${place.file("never.txt")} x`, "say done");
    await other.play(`write ${place.file("never.txt")} x`, "say done");
    expect(own.person.questions).toHaveLength(1);
    expect(await place.read("never.txt")).toBeUndefined();
  });
});
