import { describe, expect, it } from "vitest";
import type { HubStore, SessionRow } from "../api/store.ts";
import type { ChangeIndex } from "../file-changes/change-index.ts";
import { findPoint, listPoints } from "./find-point.ts";

const row = (fields: object): SessionRow => ({ id: "s1", clearedSeq: 0, ...fields }) as unknown as SessionRow;

const INDEX = {
  prompts: [10, 20, 30, 40].map((seq) => ({ seq, at: seq + 1, text: `prompt ${seq}` })),
  turns: [{ number: 2, files: [{}, {}], omitted: 3 }],
} as unknown as ChangeIndex;

const POINTS = listPoints(row({}), INDEX);

describe("the prompts to rewind to", () => {
  it("are all of the log, with the number of files that each changed", () => {
    expect(POINTS.map(({ turn, seq, files }) => [turn, seq, files])).toEqual([
      [1, 10, 0],
      [2, 20, 5],
      [3, 30, 0],
      [4, 40, 0],
    ]);
  });

  it("are only those that still count, with their numbers in the log", () => {
    const turnsOf = (fields: object): number[] => listPoints(row(fields), INDEX).map(({ turn }) => turn);
    expect(turnsOf({ clearedSeq: 20 })).toEqual([3, 4]);
    expect(turnsOf({ abandoned: [{ from: 20, to: 30, by: 31 }] })).toEqual([1, 4]);
    expect(turnsOf({ clearedSeq: 99 })).toEqual([]);
  });
});

describe("the prompt that a request names", () => {
  const TURNS: Readonly<Record<string, object>> = {
    mine: { sessionId: "s1", firstSeq: 25, lastSeq: 39 },
    queued: { sessionId: "s1" },
    other: { sessionId: "s2", firstSeq: 1, lastSeq: 99 },
  };
  const store = { getTurn: (id: string) => Promise.resolve(TURNS[id]) } as unknown as Pick<HubStore, "getTurn">;

  it.each([
    ["last", 4],
    ["2", 2],
    ["mine", 3],
  ])("%s is the one of turn %i", async (named, turn) => {
    expect(await findPoint(store, row({}), POINTS, named)).toMatchObject({ turn });
  });

  it.each(["0", "5", "-1", "", "queued", "other", "missing"])("%j does not exist", async (named) => {
    await expect(findPoint(store, row({}), POINTS, named)).rejects.toMatchObject({
      code: "turn_not_found",
      message: `Turn ${named} is not part of the conversation; it can be rewound to turn 1, 2, 3, 4`,
    });
  });

  it("does not exist in an empty conversation, and the error lists only the last ones of a long one", async () => {
    await expect(findPoint(store, row({}), [], "last")).rejects.toThrow("it has no turns");
    const prompts = Array.from({ length: 500 }, (_, at) => ({ seq: at + 1, at: 0, text: "" }));
    const points = listPoints(row({}), { ...INDEX, prompts });
    await expect(findPoint(store, row({}), points, "501")).rejects.toThrow(/turn …, 491, .*, 500$/);
  });
});
