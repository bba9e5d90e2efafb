import { describe, expect, it } from "vitest";
import type { ChangeSelection } from "../api/file-changes.ts";
import type { HubStore } from "../api/store.ts";
import type { ChangeIndex } from "./change-index.ts";
import { selectTurns } from "./select-turns.ts";

/** Turns 1, 3 and 4 of four changed files; the third and fourth came after another in one request. */
const INDEX = {
  turns: [1, 3, 4].map((number) => ({ number, promptSeq: number * 10 })),
  prompts: [1, 2, 3, 4],
} as unknown as ChangeIndex;

const TURNS: Readonly<Record<string, object>> = {
  two: { sessionId: "s1", firstSeq: 30, lastSeq: 45 },
  open: { sessionId: "s1", firstSeq: 40 },
  queued: { sessionId: "s1" },
  empty: { sessionId: "s1", firstSeq: 20, lastSeq: 25 },
  other: { sessionId: "s2", firstSeq: 10, lastSeq: 45 },
};
const store = { getTurn: (id: string) => Promise.resolve(TURNS[id]) } as unknown as Pick<HubStore, "getTurn">;

const numbers = async (selection: ChangeSelection): Promise<number[]> =>
  (await selectTurns(store, "s1", INDEX, selection)).map(({ number }) => number);

describe("the turns", () => {
  it.each<[ChangeSelection, number[]]>([
    [{}, [1, 3, 4]],
    [{ turn: "last" }, [4]],
    [{ since: "last" }, [4]],
    [{ turn: "3" }, [3]],
    [{ turn: "2" }, []],
    [{ turn: "004" }, [4]],
    [{ since: "2" }, [3, 4]],
    [{ turn: "two" }, [3, 4]],
    [{ since: "empty" }, [3, 4]],
    [{ turn: "empty" }, []],
    [{ turn: "open" }, [4]],
    [{ turn: "queued" }, []],
    [{ since: "queued" }, []],
  ])("that %j names are %j", async (selection, expected) => {
    expect(await numbers(selection)).toEqual(expected);
  });

  it.each(["0", "5", "99999999999999999999", "", "-1", "1.5", "other", "missing"])("cannot be %j", async (named) => {
    await expect(numbers({ turn: named })).rejects.toMatchObject({ code: "turn_not_found" });
    await expect(numbers({ since: named })).rejects.toMatchObject({ code: "turn_not_found" });
  });

  it("are not named in two ways at once", async () => {
    await expect(numbers({ turn: "1", since: "1" })).rejects.toMatchObject({ code: "bad_input" });
  });
});
