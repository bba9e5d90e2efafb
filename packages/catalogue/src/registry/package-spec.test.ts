import { describe, expect, it } from "vitest";
import { parseNpmPackage, parsePythonPackage } from "./package-spec.ts";

describe("a package of npm", () => {
  it.each([
    ["agent@1.2.3", "agent", "1.2.3"],
    ["@scope/agent@1.2.3-beta.1", "@scope/agent", "1.2.3-beta.1"],
    ["agent", "agent", "9.9.9"],
    ["agent@latest", "agent", "9.9.9"],
    ["agent@^1.2.3", "agent", "9.9.9"],
    ["agent@1.2", "agent", "9.9.9"],
    ["agent@", "agent", "9.9.9"],
  ])("is pinned to one version: %s", (text, packageName, packageVersion) => {
    expect(parseNpmPackage(text, "9.9.9")).toEqual({ packageName, packageVersion });
  });

  it.each([
    "",
    "--registry=https://evil.example",
    "-g",
    "https://evil.example/agent.tgz",
    "git+ssh://host/agent",
    "./agent",
    "../agent",
    "/agent",
    "user/agent",
    "@scope",
    "@scope/../agent",
    "agent@1.2.3 other",
    "agent other@1.2.3",
    "agent@npm:other@1.2.3",
    "agent@file:../x",
    "agent@1.2.3\n--global",
  ])("is not %j", (text) => {
    expect(parseNpmPackage(text, "9.9.9")).toBeUndefined();
  });

  it.each(["latest", "1.2", "", ">=1.0.0"])("is refused if its agent has the version %j", (fallback) => {
    expect(parseNpmPackage("agent", fallback)).toBeUndefined();
  });
});

describe("a package of Python", () => {
  it.each([
    ["agent==1.2", { packageName: "agent", packageVersion: "1.2" }],
    ["agent@1.2.3rc1", { packageName: "agent", packageVersion: "1.2.3rc1" }],
    ["agent[cli,web]==2024.1", { packageName: "agent", packageVersion: "2024.1", extras: "[cli,web]" }],
    ["my-agent", { packageName: "my-agent", packageVersion: "9.9" }],
    ["agent@latest", { packageName: "agent", packageVersion: "9.9" }],
  ])("is pinned to one version: %s", (text, expected) => {
    expect(parsePythonPackage(text, "9.9")).toEqual(expected);
  });

  it.each([
    "",
    "-r",
    "agent>=1",
    "agent @ https://evil.example/x.whl",
    "agent[a b]",
    "agent==1==2",
    "./agent",
    "-agent",
  ])("is not %j", (text) => {
    expect(parsePythonPackage(text, "9.9")).toBeUndefined();
  });
});
