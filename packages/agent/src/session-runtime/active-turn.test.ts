import { ErrorCodes } from "@parley/rpc";
import { describe, expect, it } from "vitest";
import type { UserMessage } from "../models/message.ts";
import { STEERING_MAX } from "../limits.ts";
import { ActiveTurn } from "./active-turn.ts";

const said = (text: string): UserMessage => ({ role: "user", parts: [{ type: "text", text }] });

describe("a turn", () => {
  it("passes messages sent while it runs to its next step, each once", () => {
    const turn = new ActiveTurn();
    expect(turn.steer(said("a"))).toBe(true);
    expect(turn.steer(said("b"))).toBe(true);
    expect(turn.steering.size).toBe(2);
    expect(turn.steering.take()).toEqual([said("a"), said("b")]);
    expect(turn.steering.take()).toEqual([]);
  });

  it("returns late messages one after the other, then accepts no more", () => {
    const turn = new ActiveTurn();
    turn.steer(said("a"));
    expect(turn.next()).toEqual(said("a"));
    expect(turn.steer(said("b"))).toBe(true);
    expect(turn.next()).toEqual(said("b"));
    expect(turn.next()).toBeUndefined();
    expect(turn.steer(said("c"))).toBe(false);
    expect(turn.steering.size).toBe(0);
  });

  it("accepts no messages after it ended", () => {
    const turn = new ActiveTurn();
    turn.end();
    expect(turn.steer(said("a"))).toBe(false);
  });

  it("lets only so much wait", () => {
    const turn = new ActiveTurn();
    for (let count = 0; count < STEERING_MAX; count += 1) turn.steer(said(String(count)));
    expect(() => turn.steer(said("one more"))).toThrow(expect.objectContaining({ code: ErrorCodes.invalidRequest }));
  });
});
