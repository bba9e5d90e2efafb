import { describe, expect, it } from "vitest";
import { toJudgedPaths } from "./judged-paths.ts";
import type { ToolCallReading } from "./reading.ts";

const EMPTY = { paths: [], locations: [], writes: [], deletes: [], moves: [], mentions: [], commands: [] };

const judge = (reading: Partial<ToolCallReading>): ReturnType<typeof toJudgedPaths> =>
  toJudgedPaths({ ...EMPTY, ...reading } as unknown as ToolCallReading);

const FULL: Partial<ToolCallReading> = {
  paths: ["/p", "/both"],
  locations: [
    { path: "/l", line: 3 },
    { path: "/both", line: undefined },
  ],
  writes: ["/w"],
  moves: ["/m", "/w"],
  deletes: ["/d"],
};

describe("the paths of a tool call", () => {
  it.each(["edit", "delete", "move", "read", "search"] as const)("all count for a tool of the kind %s", (kind) => {
    const { paths, mentions } = judge({ ...FULL, kind });
    expect(paths).toEqual(["/l", "/both", "/w", "/m", "/d", "/p"]);
    expect(mentions).toEqual([]);
  });

  it.each([
    ["read", ["/w", "/m"], ["/d"]],
    ["search", ["/w", "/m"], ["/d"]],
    ["execute", ["/w", "/m"], ["/d"]],
    ["fetch", ["/w", "/m"], ["/d"]],
    ["edit", [], ["/d"]],
    ["move", [], ["/d"]],
    ["other", [], ["/d"]],
    ["delete", [], []],
  ] as const)("that the kind %s does not tell of are told as well", (kind, writes, deletes) => {
    expect(judge({ ...FULL, kind })).toMatchObject({ writes, deletes });
  });

  it("are only possible ones in a tool that is not about files", () => {
    const { paths, mentions } = judge({ ...FULL, kind: "fetch", mentions: [{ text: "/x", isWeak: true }] });
    expect(paths).toEqual([]);
    expect(mentions).toEqual([
      { text: "/x", isWeak: true },
      ...["/l", "/both", "/p", "/both"].map((text) => ({ text, isWeak: false })),
    ]);
  });

  it("count for a command that is not known, and hardly for one that is", () => {
    expect(judge({ ...FULL, kind: "execute" }).paths).toEqual(["/l", "/both", "/w", "/m", "/d"]);
    const known = judge({ ...FULL, kind: "execute", commands: ["ls"] });
    expect(known.paths).toEqual([]);
    expect(known.mentions.map(({ text, isWeak }) => [text, isWeak])).toEqual([
      ["/l", true],
      ["/both", true],
      ["/p", true],
      ["/both", true],
    ]);
  });

  it("are weak in the input of another server's tool", () => {
    const mcp = { server: "s", tool: "t" } as unknown as ToolCallReading["mcp"];
    expect(judge({ kind: "other", paths: ["/p"], mcp }).mentions).toEqual([{ text: "/p", isWeak: true }]);
    expect(judge({ kind: "other", paths: ["/p"] }).mentions).toEqual([{ text: "/p", isWeak: false }]);
  });
});
