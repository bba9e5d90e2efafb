import type { McpServer } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { fillSecrets, SECRET_NAME } from "./fill-secrets.ts";

const program = (value: string): McpServer => ({
  name: "local",
  command: "${secret:KEY}",
  args: ["${secret:KEY}"],
  env: [{ name: "KEY", value }],
});
const remote = (value: string): McpServer => ({
  type: "http",
  name: "remote",
  url: "https://mcp.example/${secret:KEY}",
  headers: [{ name: "Authorization", value }],
});

describe("the secrets of MCP servers", () => {
  it("are filled into environments and headers, and not into what a trace shows", () => {
    const servers = [program("${secret:KEY}-${secret:a.b-1}"), remote("Bearer ${secret:KEY}")];
    const { servers: filled, problems } = fillSecrets(servers, { KEY: "hunter2", "a.b-1": "x" });
    expect(filled).toEqual([program("hunter2-x"), remote("Bearer hunter2")]);
    expect(problems).toEqual([]);
    expect(servers).toEqual([program("${secret:KEY}-${secret:a.b-1}"), remote("Bearer ${secret:KEY}")]);
  });

  it("are not expanded again", () => {
    const { servers } = fillSecrets([program("${secret:A}")], { A: "${secret:B} $&", B: "inner" });
    expect(servers).toEqual([program("${secret:B} $&")]);
  });

  it("may be empty", () => {
    expect(fillSecrets([program("${secret:A}")], { A: "" }).servers).toEqual([program("")]);
  });

  it.each(["GONE", "constructor", "__proto__"])("that are missing leave out their server: %s", (name) => {
    const { servers, problems } = fillSecrets([program(`\${secret:${name}}`), remote("plain")], {});
    expect(servers).toEqual([remote("plain")]);
    expect(problems).toEqual([expect.stringContaining(`The MCP server local was skipped`)]);
    expect(problems[0]).toContain(`\${secret:${name}}`);
  });

  it.each(["${KEY}", "$secret:KEY", "${secret:}", "${secret:.KEY}", "${secret:A B}"])(
    "are not meant by %s",
    (value) => {
      expect(fillSecrets([program(value)], {})).toEqual({ servers: [program(value)], problems: [] });
    },
  );

  it("have names that a reference can contain", () => {
    expect(["KEY", "_a", "1.b-c"].every((name) => SECRET_NAME.test(name))).toBe(true);
    expect(["", ".a", "-a", "a b", "a}", "é", "a\n"].filter((name) => SECRET_NAME.test(name))).toEqual([]);
  });
});
