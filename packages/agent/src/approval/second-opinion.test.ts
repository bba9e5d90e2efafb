import type { ApprovalLevel } from "@parley/policy";
import { describe, expect, it } from "vitest";
import type { GivenOpinion, OpinionWanted } from "./second-opinion.ts";
import { openTestApprover } from "./testing/open-approver.ts";

const LEVEL = (): ApprovalLevel => "auto";
const COMMAND = "make release";

function opinion(verdict: GivenOpinion["verdict"]): {
  heard: OpinionWanted[];
  secondOpinion: (wanted: OpinionWanted) => Promise<GivenOpinion>;
} {
  const heard: OpinionWanted[] = [];
  return {
    heard,
    secondOpinion: (wanted) => {
      heard.push(wanted);
      return Promise.resolve({ verdict, reason: "it is what was asked for" });
    },
  };
}

describe("a second opinion at the level auto", () => {
  it("may spare the question, and its reason is on record", async () => {
    const { heard, secondOpinion } = opinion("allow");
    await using test = await openTestApprover({ level: LEVEL, secondOpinion });
    expect(await test.pass([await test.writing("a"), await test.running(COMMAND)])).toEqual({ verdict: "allow" });
    expect(test.asked).toEqual([]);
    expect(heard).toMatchObject([
      { toolCall: { toolCallId: "call-1" }, worries: [{ kind: "execute", subject: COMMAND }] },
    ]);
    expect(test.eventsOf("note")).toMatchObject([{ text: expect.stringContaining("it is what was asked for") }]);
    expect(await test.audited()).toMatchObject([
      { kind: "write", verdict: "allow" },
      { kind: "execute", verdict: "allow", rule: "second-opinion", reason: expect.stringContaining("asked for") },
    ]);
  });

  it("may leave it to the person", async () => {
    const { secondOpinion } = opinion("ask");
    await using test = await openTestApprover({ level: LEVEL, secondOpinion });
    expect(await test.pass([await test.running(COMMAND)])).toEqual({ verdict: "allow" });
    expect(test.asked).toHaveLength(1);
    expect(test.eventsOf("note")).toHaveLength(1);
  });

  it("applies to one call; the next one is judged again", async () => {
    const { heard, secondOpinion } = opinion("allow");
    await using test = await openTestApprover({ level: LEVEL, secondOpinion });
    const subject = await test.running(COMMAND);
    await test.pass([subject]);
    await test.pass([subject]);
    expect(heard).toHaveLength(2);
  });

  it.each([
    ["a rule denies", { verdict: "deny", kind: "execute", pattern: COMMAND }, 0],
    ["a rule wants a question", { verdict: "ask", kind: "execute", pattern: COMMAND }, 1],
  ] as const)("is not wanted where %s", async (_, rule, questions) => {
    const { heard, secondOpinion } = opinion("allow");
    await using test = await openTestApprover({ level: LEVEL, secondOpinion });
    await test.rules.add({ rule });
    await test.pass([await test.running(COMMAND)]);
    expect(heard).toEqual([]);
    expect(test.asked).toHaveLength(questions);
  });

  it("is not wanted at other levels, after a hook's word, or where only a person may say yes", async () => {
    const { heard, secondOpinion } = opinion("allow");
    let level: ApprovalLevel = "supervised";
    await using test = await openTestApprover({ level: () => level, secondOpinion });
    await test.pass([await test.running(COMMAND)]);
    level = "auto";
    await test.pass([await test.running(COMMAND)], { hook: { verdict: "ask", name: "mine" } });
    test.turnId = "turn-2";
    await test.pass([await test.writing("../outside.txt")]);
    await test.pass([await test.running("sudo rm -rf /")]);
    expect(heard).toEqual([]);
  });

  it("does not hold if a person said no to the same meanwhile, or wants to be asked now", async () => {
    let level: ApprovalLevel = "auto";
    const given: ((opinion: GivenOpinion) => void)[] = [];
    await using test = await openTestApprover({
      level: () => level,
      secondOpinion: () => new Promise((resolve) => given.push(resolve)),
    });
    const subject = await test.running(COMMAND);
    const first = test.pass([subject]);
    await expect.poll(() => given.length).toBe(1);
    await test.rules.add({ rule: { verdict: "deny", kind: "execute", pattern: COMMAND } });
    given[0]?.({ verdict: "allow", reason: "fine" });
    expect(await first).toMatchObject({ verdict: "deny", by: "rule" });
    const second = test.pass([await test.running("npm install left-pad")]);
    await expect.poll(() => given.length).toBe(2);
    level = "supervised";
    given[1]?.({ verdict: "allow", reason: "fine" });
    await second;
    expect(test.asked).toHaveLength(1);
  });

  it.each([
    ["fails", () => Promise.reject(new Error("no model"))],
    ["has nothing to say", () => Promise.resolve(undefined)],
    ["takes too long", () => new Promise<never>(() => undefined)],
  ])("that %s leaves it to the person", async (_, secondOpinion) => {
    await using test = await openTestApprover({ level: LEVEL, secondOpinion, secondOpinionMs: 50 });
    expect(await test.pass([await test.running(COMMAND)])).toEqual({ verdict: "allow" });
    expect(test.asked).toHaveLength(1);
  });

  it("that is still being had ends with the turn", async () => {
    const stop = new AbortController();
    await using test = await openTestApprover({
      level: LEVEL,
      secondOpinion: () => {
        setImmediate(() => stop.abort());
        return new Promise<never>(() => undefined);
      },
    });
    const answer = await test.pass([await test.running(COMMAND)], { signal: stop.signal });
    expect(answer).toMatchObject({ verdict: "deny", by: "cancelled" });
    expect(test.asked).toEqual([]);
  });
});
