import { describe, expect, it } from "vitest";
import { ToolNames, toServerSlugs } from "./names.ts";

const VALID = /^[a-zA-Z0-9_-]{1,64}$/;

describe("toServerSlugs", () => {
  it("keeps what is plain, and makes the rest so", () => {
    expect(toServerSlugs(["docs", "My Server!", "a__b", "", "Ünïcode", "__x__"])).toEqual([
      "docs",
      "My_Server",
      "a_b",
      "server",
      "_n_code".slice(1),
      "x",
    ]);
  });

  it("gives each server its own", () => {
    const slugs = toServerSlugs(["a b", "a.b", "a_b", "a".repeat(100), `${"a".repeat(100)}!`, "", ""]);
    expect(new Set(slugs).size).toBe(slugs.length);
    for (const slug of slugs) expect(slug).toMatch(/^[a-zA-Z0-9_-]{1,28}$/);
  });
});

describe("ToolNames", () => {
  it("are as the tools are called", () => {
    const names = new ToolNames("docs").assign(["search", "get.page", "a/b"]);
    expect([...names.values()]).toEqual(["mcp__docs__search", "mcp__docs__get_page", "mcp__docs__a_b"]);
  });

  it("are valid and unique for any tool names", () => {
    const tools = ["a.b", "a_b", "a b", "x".repeat(500), `${"x".repeat(500)}y`, "", "日本", "本日", "__proto__"];
    const names = [...new ToolNames("s".repeat(28)).assign(tools).values()];
    expect(new Set(names).size).toBe(tools.length);
    for (const name of names) expect(name).toMatch(VALID);
  });

  it("leave the plain name to the tool that has it", () => {
    const names = new ToolNames("s").assign(["a.b", "a_b"]);
    expect(names.get("a_b")).toBe("mcp__s__a_b");
    expect(names.get("a.b")).toMatch(/^mcp__s__a_b_[0-9a-f]{6}$/);
  });

  it("stay the same when others come, go and come back", () => {
    const names = new ToolNames("s");
    expect(names.assign(["a.b"]).get("a.b")).toBe("mcp__s__a_b");
    const later = names.assign(["a_b"]);
    expect(later.get("a_b")).toMatch(/^mcp__s__a_b_/);
    expect(names.assign(["a_b", "a.b"]).get("a.b")).toBe("mcp__s__a_b");
  });

  it("are not remembered without end", () => {
    const names = new ToolNames("s");
    for (let round = 0; round < 50; round += 1) names.assign(Array.from({ length: 500 }, (_, i) => `t${round}_${i}`));
    expect(names.assign(["last"]).size).toBeLessThanOrEqual(4_096 + 500);
    expect(names.assign(["last"]).get("last")).toBe("mcp__s__last");
  });
});
