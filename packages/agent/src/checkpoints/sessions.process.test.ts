import { createFakeClock } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { startTurns } from "./testing/drive-turns.ts";
import { createGround, inTurn } from "./testing/open-checkpoints.ts";

const THEN = "another session changed it at the same time";

describe("two sessions in one folder", () => {
  it("each undo their own turns", async () => {
    const clock = createFakeClock();
    await using ground = await createGround(clock);
    const [one, two] = [ground.open("one"), ground.open("two")];
    await inTurn(one, "1", () => ground.write({ a: "one" }));
    clock.advance(1_000);
    await inTurn(two, "1", () => ground.write({ b: "two" }));
    clock.advance(1_000);
    expect(await one.undo()).toEqual({ changed: ["a"], leftAlone: [] });
    expect(await ground.read()).toEqual({ b: "two" });
    await expect(one.undo()).rejects.toMatchObject({ code: "usage" });
    expect(await two.undo()).toEqual({ changed: ["b"], leftAlone: [] });
    await one.redo();
    expect(await ground.read()).toEqual({ a: "one" });
  });

  it("leave alone what may be the other's, when their turns ran at the same time", async () => {
    const clock = createFakeClock();
    await using ground = await createGround(clock);
    const [one, two] = [ground.open("one"), ground.open("two")];
    await one.beforeEffect("1");
    await ground.write({ a: "one" });
    clock.advance(1_000);
    await two.beforeEffect("1");
    await ground.write({ b: "two" });
    clock.advance(1_000);
    await one.endTurn("1");
    await two.endTurn("1");
    // Both saw b come; only the first was there when a did.
    expect(await one.undo()).toEqual({ changed: ["a"], leftAlone: [{ path: "b", why: THEN }] });
    expect(await ground.read()).toEqual({ b: "two" });
  });

  it("wait for the other's turn to end before they say whose a change is", async () => {
    await using ground = await createGround();
    await using other = await startTurns(ground, "other");
    const own = ground.open("own");
    await own.beforeEffect("1");
    await other.tell({ do: "beforeEffect", turnId: "1" });
    await ground.write({ a: "own", b: "other" });
    await own.endTurn("1");
    const why = "another session is working in this folder";
    expect(await own.undo()).toEqual({
      changed: [],
      leftAlone: [
        { path: "a", why },
        { path: "b", why },
      ],
    });
    await ground.write({ a: null });
    await other.tell({ do: "endTurn", turnId: "1" });
    // The turn was not stepped over, and a is as it was before it.
    expect(await own.undo()).toEqual({ changed: ["a"], leftAlone: [{ path: "b", why: THEN }] });
  });

  it("are not held up by one that was killed", async () => {
    await using ground = await createGround();
    await using other = await startTurns(ground, "other");
    await other.tell({ do: "beforeEffect", turnId: "1" });
    await other.kill();
    const own = ground.open("own");
    await inTurn(own, "1", () => ground.write({ a: "own" }));
    expect(await own.undo()).toEqual({ changed: ["a"], leftAlone: [] });
  });

  it("are not held up by one that was closed in the middle of a turn", async () => {
    await using ground = await createGround();
    const [closed, own] = [ground.open("closed"), ground.open("own")];
    await closed.beforeEffect("1");
    await closed[Symbol.asyncDispose]();
    await inTurn(own, "1", () => ground.write({ a: "own" }));
    expect(await own.undo()).toEqual({ changed: ["a"], leftAlone: [] });
  });

  it("do not attribute the other session's undo to themselves", async () => {
    const clock = createFakeClock();
    await using ground = await createGround(clock);
    const [one, two] = [ground.open("one"), ground.open("two")];
    await inTurn(one, "1", () => ground.write({ a: "one" }));
    clock.advance(1_000);
    await two.beforeEffect("1");
    clock.advance(1_000);
    await one.undo();
    await ground.write({ b: "two" });
    clock.advance(1_000);
    await two.endTurn("1");
    expect(await two.undo()).toEqual({ changed: ["b"], leftAlone: [{ path: "a", why: THEN }] });
    expect(await ground.read()).toEqual({});
  });

  it("work at the same time in two processes", async () => {
    await using ground = await createGround();
    const names = ["one", "two", "three"];
    const drivers = await Promise.all(names.map((name) => startTurns(ground, name)));
    try {
      for (let turn = 0; turn < 3; turn += 1) {
        const turnId = `${turn}`;
        const begun = await Promise.all(drivers.map((driver) => driver.tell({ do: "beforeEffect", turnId })));
        for (const name of names) await ground.write({ [name]: turnId });
        const ended = await Promise.all(drivers.map((driver) => driver.tell({ do: "endTurn", turnId })));
        expect([...begun, ...ended].flatMap(({ notices }) => notices)).toEqual([]);
      }
      for (const driver of drivers) expect(await driver.tell({ do: "undo" })).toEqual({ notices: [], changed: [] });
      expect(await ground.read()).toEqual({ one: "2", two: "2", three: "2" });
    } finally {
      for (const driver of drivers) await driver[Symbol.asyncDispose]();
    }
  });
});
