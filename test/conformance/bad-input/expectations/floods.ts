// When the agent sends too much.
import { FLOOD_UPDATES } from "@parley/test-support";
import { scene, type Expectations } from "../expectation.ts";

export const floodExpectations = {
  "floods-updates": scene("all are delivered, in order, before the answer", async (talk, expect) => {
    await talk.open();
    await talk.prompt("lie");
    const texts = talk.summary();
    expect(texts).toHaveLength(FLOOD_UPDATES + 2);
    expect(texts.slice(1, -1).every((text, index) => text === String(index))).toBe(true);
    expect(talk.problems).toEqual([]);
    expect(await talk.prompt("once more")).toEqual({ stopReason: "end_turn" });
  }),
  "floods-requests": scene("every question gets an answer, past the limit an error", async (talk, expect) => {
    await talk.open();
    await talk.prompt("lie");
    expect(talk.answers()).toHaveLength(2_000);
    expect(new Set(talk.answers().map(({ id }) => id)).size).toBe(2_000);
    expect(talk.summary()).toEqual(["before", "after"]);
    expect(await talk.prompt("once more")).toEqual({ stopReason: "end_turn" });
  }),
} satisfies Expectations;
