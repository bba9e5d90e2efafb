import { describe, expect, it } from "vitest";
import { PROBLEMS_MAX, REGISTRY_AGENTS_MAX } from "../limits.ts";
import { parseNpmPackage, parsePythonPackage } from "./package-spec.ts";
import { parseRegistry } from "./parse-registry.ts";

const base = { id: "good", name: "Good", version: "1.2.3", description: "An agent" };
const npx = { package: "@scope/good@1.2.3", args: ["--acp"], env: { A: "b" } };
const binary = { archive: "https://example.com/good.tgz", cmd: "./good" };

function parse(...agents: readonly unknown[]): ReturnType<typeof parseRegistry> {
  return parseRegistry(JSON.stringify({ version: "1.0.0", agents }), "registry.json");
}

/** The only problem, of an entry that was left out. */
function problemOf(entry: unknown): string {
  const { agents, problems } = parse(entry, { ...base, distribution: { npx } });
  expect(agents.map(({ id }) => id)).toEqual(["good"]);
  return problems.map((problem) => `${problem.entry} ${problem.message}`).join("; ");
}

describe("the registry", () => {
  it("is read with everything that it says of an agent", () => {
    const more = {
      repository: "https://example.com",
      authors: ["A", "B"],
      license: "MIT",
      website: "https://w",
      icon: "i.svg",
    };
    const sha256 = "AB".repeat(32);
    const distribution = {
      npx,
      uvx: { package: "good[all]==2.0", cmd: "good-acp" },
      binary: { "linux-x86_64": { ...binary, sha256 }, "plan9-mips": binary },
      future: {},
    };
    const { version, agents, problems } = parse({ ...base, ...more, distribution });
    expect(problems).toEqual([]);
    expect(version).toBe("1.0.0");
    expect(agents).toEqual([
      {
        id: "good",
        title: "Good",
        version: "1.2.3",
        description: "An agent",
        repository: "https://example.com",
        website: "https://w",
        license: "MIT",
        authors: ["A", "B"],
        npx: { packageName: "@scope/good", packageVersion: "1.2.3", args: ["--acp"], env: { A: "b" } },
        uvx: { packageName: "good", packageVersion: "2.0", extras: "[all]", cmd: "good-acp", args: [], env: {} },
        binary: new Map([["linux-x86_64", { ...binary, args: [], env: {}, sha256: "ab".repeat(32) }]]),
      },
    ]);
  });

  it.each([
    ["{ half", "it is not JSON"],
    ["[]", "it has no list of agents"],
    ['{"agents":{}}', "it has no list of agents"],
    ["<html>", "it is not JSON"],
  ])("%s is none", (text, message) => {
    expect(() => parseRegistry(text, "here")).toThrow(
      expect.objectContaining({ code: "registry_unavailable", message: `here is not an agent registry: ${message}` }),
    );
  });

  it.each([
    [null, "agents[0] expected an object"],
    [{ ...base, id: "../../evil", distribution: { npx } }, "agents[0] id: expected lower-case letters"],
    [{ ...base, id: "con", distribution: { npx } }, "agents[0] id: expected lower-case letters"],
    [{ ...base, id: "x".repeat(65), distribution: { npx } }, "agents[0] id: expected lower-case letters"],
    [{ ...base, id: "bad", version: "1.0.0/../../x", distribution: { npx } }, "bad version: expected a version"],
    [{ ...base, id: "bad", version: "..", distribution: { npx } }, "bad version: expected a version"],
    [{ ...base, id: "bad", version: 1, distribution: { npx } }, "bad version: expected a version"],
    [{ ...base, id: "bad" }, "bad distribution: expected an object"],
    [{ ...base, id: "bad", distribution: { docker: {} } }, "bad distribution: none of its kinds is supported"],
  ])("leaves out %j alone, and says why", (entry, message) => {
    expect(problemOf(entry)).toContain(message);
  });

  it.each([
    [{ npx: { package: "--registry=http://evil" } }, ".npx.package: expected a package name"],
    [{ npx: { package: "good@file:../evil" } }, ".npx.package: expected a package name"],
    [{ npx: { package: "https://evil/x.tgz" } }, ".npx.package: expected a package name"],
    [{ npx: { package: "evil/repo" } }, ".npx.package: expected a package name"],
    [{ npx: { package: "good", cmd: "../../bin/sh" } }, ".npx.cmd: expected a program name"],
    [{ npx: { package: "good", args: "x" } }, ".npx.args: expected a list of strings"],
    [{ npx: { package: "good", env: { "A B": "c" } } }, ".npx.env: expected strings by name"],
    [{ uvx: { package: "good @ https://evil" } }, ".uvx.package: expected a package name"],
    [{ uvx: { package: "-r evil.txt" } }, ".uvx.package: expected a package name"],
    [{ binary: { "linux-x86_64": { ...binary, archive: "file:///etc/passwd" } } }, "use http: or https:"],
    [
      { binary: { "linux-x86_64": { ...binary, archive: "https://me:secret@example.com/a.zip" } } },
      "must not contain a user name or a password",
    ],
    [{ binary: { "linux-x86_64": { ...binary, archive: "nonsense" } } }, "the address is not a URL"],
    [{ binary: { "linux-x86_64": { ...binary, cmd: "../../bin/sh" } } }, ".cmd: expected a path within the archive"],
    [{ binary: { "linux-x86_64": { ...binary, cmd: "/bin/sh" } } }, ".cmd: expected a path within the archive"],
    [
      { binary: { "linux-x86_64": { ...binary, cmd: String.raw`C:\x.exe` } } },
      ".cmd: expected a path within the archive",
    ],
    [{ binary: { "linux-x86_64": { ...binary, sha256: "abc" } } }, ".sha256: expected 64 hexadecimal digits"],
  ])("does not take %j", (distribution, message) => {
    const problems = problemOf({ ...base, id: "bad", distribution });
    expect(problems).toContain(message);
    expect(problems).not.toContain("secret");
  });

  it("keeps the valid parts of a partly invalid agent", () => {
    const { agents, problems } = parse({ ...base, distribution: { npx, uvx: { package: 7 } } });
    expect(agents[0]).toMatchObject({ npx: { packageName: "@scope/good" }, uvx: undefined });
    expect(problems).toEqual([{ entry: "good", message: expect.stringContaining("distribution.uvx.package") }]);
  });

  it("takes the first of two with one id", () => {
    const { agents, problems } = parse(
      { ...base, distribution: { npx } },
      { ...base, name: "Evil", distribution: { npx } },
    );
    expect(agents.map(({ title }) => title)).toEqual(["Good"]);
    expect(problems).toEqual([{ entry: "good", message: expect.stringContaining("twice") }]);
  });

  it("replaces control characters and bidirectional overrides", () => {
    const { agents } = parse({ ...base, name: "Go\u001B[2Jod\n", description: "a\u202Eb", distribution: { npx } });
    expect(agents[0]).toMatchObject({ title: "Go [2Jod", description: "a b" });
  });

  it("is bounded in agents and in problems", () => {
    const many = Array.from({ length: REGISTRY_AGENTS_MAX + 10 }, (_, index) => ({ ...base, id: `a${index}` }));
    const { agents, problems } = parse(...many);
    expect(agents).toEqual([]);
    expect(problems).toHaveLength(PROBLEMS_MAX);
  });
});

describe("a package", () => {
  it("is pinned to one version: its own, else the agent's", () => {
    expect(parseNpmPackage("@a/b@1.2.3-rc.1", "9.9.9")).toEqual({ packageName: "@a/b", packageVersion: "1.2.3-rc.1" });
    for (const text of ["b", "b@latest", "b@^1.0.0", "b@1.x", "b@1.2", "b@*", "b@"]) {
      expect([text, parseNpmPackage(text, "9.9.9")]).toEqual([text, { packageName: "b", packageVersion: "9.9.9" }]);
    }
    expect(parseNpmPackage("b@latest", "newest")).toBeUndefined();
    expect(parsePythonPackage("b@2.0", "9.9")).toMatchObject({ packageName: "b", packageVersion: "2.0" });
    expect(parsePythonPackage("b", "9.9")).toMatchObject({ packageName: "b", packageVersion: "9.9" });
  });
});
