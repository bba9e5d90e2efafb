import { describe, expect, it } from "vitest";
import { defaultMcpLimits } from "../mcp-limits.ts";
import { readLists, type FetchPage } from "./lists.ts";

const limits = { ...defaultMcpLimits, listPagesMax: 5, toolsMax: 10 };

function only(method: string, page: (cursor: string | undefined) => unknown): FetchPage {
  return async (asked, cursor) => (asked === method ? page(cursor) : undefined);
}

const named = (name: string) => ({ name, inputSchema: { type: "object" } });

describe("readLists", () => {
  it("follows the pages", async () => {
    const pages: Record<string, unknown> = {
      "": { tools: [named("a")], nextCursor: "1" },
      "1": { tools: [named("b")], nextCursor: "2" },
      "2": { tools: [named("c")] },
    };
    const { tools, remarks } = await readLists(
      only("tools/list", (cursor = "") => pages[cursor]),
      limits,
    );
    expect(tools.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(remarks).toEqual([]);
  });

  it("does not go round in circles", async () => {
    let asked = 0;
    const fetchPage = only("tools/list", () => {
      asked += 1;
      return { tools: [named(`t${asked}`)], nextCursor: "same" };
    });
    expect((await readLists(fetchPage, limits)).tools).toHaveLength(2);
  });

  it("ends where there are too many pages or tools, and says so", async () => {
    let asked = 0;
    const endless = only("tools/list", () => {
      asked += 1;
      return { tools: [named(`t${asked}`)], nextCursor: String(asked) };
    });
    const few = await readLists(endless, limits);
    expect([few.tools.length, few.remarks]).toEqual([5, [expect.stringMatching(/too many tools/)]]);
    const many = only("tools/list", () => ({ tools: Array.from({ length: 100_000 }, (_, i) => named(`t${i}`)) }));
    const cut = await readLists(many, limits);
    expect([cut.tools.length, cut.remarks]).toEqual([10, [expect.stringMatching(/the first 10 are/)]]);
  });

  it("leaves out what makes no sense, and keeps the rest", async () => {
    const odd = [3, null, {}, { name: "s", inputSchema: "no" }, { name: "l", inputSchema: { x: "x".repeat(70_000) } }];
    const { tools, remarks } = await readLists(
      only("tools/list", () => ({ tools: [...odd, { name: "fine" }] })),
      limits,
    );
    expect(tools).toMatchObject([{ name: "fine", inputSchema: { type: "object", properties: {} } }]);
    expect(remarks).toHaveLength(5);
    expect(remarks[4]).toBe('One of its tools was skipped: it ("l") has a schema that is too large');
  });

  it("believes hints only where they are clear", async () => {
    const hints = [
      {},
      { readOnlyHint: true, destructiveHint: true },
      { destructiveHint: true },
      { readOnlyHint: "yes" },
    ];
    const list = hints.map((annotations, index) => ({ name: String(index), annotations }));
    const { tools } = await readLists(
      only("tools/list", () => ({ tools: list })),
      limits,
    );
    expect(tools.map(({ isReadOnly, isDestructive }) => [isReadOnly, isDestructive])).toEqual([
      [false, false],
      [true, false],
      [false, true],
      [false, false],
    ]);
  });

  it("has the tools even if the prompts cannot be had", async () => {
    const fetchPage: FetchPage = async (method) => {
      if (method === "tools/list") return { tools: [named("a")] };
      throw new Error("broken");
    };
    const { tools, prompts, resources, remarks } = await readLists(fetchPage, limits);
    expect([tools.length, prompts, resources]).toEqual([1, [], []]);
    expect(remarks).toContain("Its prompts could not be listed: broken");
  });
});
