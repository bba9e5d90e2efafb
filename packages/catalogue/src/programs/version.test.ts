import { cpuMsOf } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { compareVersions, findVersion, parseVersion } from "./version.ts";

describe("findVersion", () => {
  it.each([
    ["goose 1.16.0", "1.16.0"],
    ["v1.16.0", "1.16.0"],
    ["1.16.0", "1.16.0"],
    [" 1.16.0\n", "1.16.0"],
    ["goose version 1.16.0", "1.16.0"],
    ["goose version: v3.26.0", "3.26.0"],
    ["Goose 1.16.0-beta", "1.16.0-beta"],
    ["1.18.33", "1.18.33"],
    ["v0.16.2", "0.16.2"],
    ["codex-acp 2.6.0 (abc)", "2.6.0"],
    ["codex-acp 2.6.0 (0.61.3)", "2.6.0"],
    ["GitHub Copilot CLI 1.0.102.", "1.0.102"],
    ["GitHub Copilot CLI 1.0.102.\nRun 'copilot update' to check for updates.", "1.0.102"],
    ["claude 2.0.1 (Claude Code)", "2.0.1"],
    ["@scope/agent@1.2.3", "1.2.3"],
    ["opencode/1.2.3 linux-x64 node-v20.1.0", "1.2.3"],
    ["kimi, version 1.9", "1.9.0"],
    ["0.36.0 (commit 1234abcd)", "0.36.0"],
    ["1.0.0-preview.11+build.5", "1.0.0-preview.11"],
    ["2025.09.18-7ae6800", "2025.9.18-7ae6800"],
    ["\u001B[32mgoose\u001B[0m \u001B[1m1.34.0\u001B[0m", "1.34.0"],
    ["\u001B]0;title 9.9.9\u0007agent 1.2.3", "1.2.3"],
    ["(node:12) [DEP0040] DeprecationWarning: punycode 5.0.0\n0.61.0\n", "0.61.0"],
    ["Update available: 1.2.3 -> 1.4.0\r\ngoose 1.2.3", "1.2.3"],
    ["starting on node v20.1.0\nagent: 3.2.1", "3.2.1"],
  ])("%j", (output, version) => {
    expect(findVersion(output)).toBe(version);
  });

  it.each([
    "",
    "no version here",
    "listening on 127.0.0.1:80",
    "Python 3.11 is needed",
    "1.2.3.4",
    "2026-01-02",
    "abc1.2.3",
  ])("finds none in %j", (output) => {
    expect(findVersion(output)).toBeUndefined();
  });

  it("reads a flood in no time", () => {
    const flood = `${"a b ".repeat(16_000)}\n${"9".repeat(64_000)}\n${"1.".repeat(32_000)}\n${"-".repeat(64_000)}`;
    expect(cpuMsOf(() => expect(findVersion(flood)).toBeUndefined())).toBeLessThan(5_000);
  });
});

describe("parseVersion", () => {
  it("takes a version and nothing else", () => {
    expect(parseVersion("v1.2.3-rc.1")).toBe("1.2.3-rc.1");
    expect(parseVersion("1.2.3 or so")).toBeUndefined();
    expect(parseVersion("latest")).toBeUndefined();
  });
});

describe("compareVersions", () => {
  it("follows the order of semantic versioning", () => {
    const ordered = [
      "0.9.9",
      "1.0.0-1",
      "1.0.0-2",
      "1.0.0-10",
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
      "1.0.0",
      "1.0.99999999999999999998",
      "1.0.99999999999999999999",
      "1.9.0",
      "1.10.0",
    ];
    for (const [index, version] of ordered.entries()) {
      for (const [other, than] of ordered.entries()) {
        expect([version, than, Math.sign(compareVersions(version, than))]).toEqual([
          version,
          than,
          Math.sign(index - other),
        ]);
      }
    }
  });

  it("ignores the build and missing parts", () => {
    expect(compareVersions("1.2.0+a", "1.2.0+b")).toBe(0);
    expect(compareVersions("v1.2", "1.2.0")).toBe(0);
  });
});
