import { describe, expect, it } from "vitest";
import { toSharedExtensions } from "./shared-extensions.ts";

describe("shared MCP servers", () => {
  it("contain no secrets", () => {
    const shared = toSharedExtensions([
      {
        name: "files",
        command: "/bin/mcp",
        args: ["--root", "src", "--token", "abc", "--api-key=abc", "-v"],
        env: [{ name: "X", value: "abc" }],
      },
      {
        type: "http",
        name: "web",
        url: "https://me:abc@a.example/mcp?api_key=abc&page=2",
        headers: [{ name: "Authorization", value: "Bearer abc" }],
      },
      { kind: "unknown", raw: { token: "abc" } },
    ]);
    expect(JSON.stringify(shared)).not.toContain("abc");
    expect(shared).toEqual([
      { name: "files", command: "/bin/mcp", args: ["--root", "src", "--token", "…", "--api-key=…", "-v"], env: [] },
      { type: "http", name: "web", url: "https://a.example/mcp?page=2", headers: [] },
    ]);
  });
});
