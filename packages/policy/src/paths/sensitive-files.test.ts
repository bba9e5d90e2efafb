import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import { createPath, createRules } from "../testing/facts.ts";
import { findSensitive } from "./sensitive-files.ts";

describe("sensitive files", () => {
  it.each([
    ".env",
    ".env.production",
    "app/.ENV.local",
    "prod.env",
    ".ssh/config",
    "home/.ssh/id_ed25519",
    "id_rsa",
    "certs/server.pem",
    "certs/Server.KEY",
    ".aws/credentials",
    ".npmrc",
    ".netrc",
    "credentials.json",
    "config/secrets.yml",
    ".git/config",
    ".git/hooks/pre-commit",
    "sub/.git/HEAD",
    ".kube/config",
    "a/.config/gh/hosts.yml",
    "terraform.tfstate",
    ".ssh/.env.example",
    ".parley/token",
    "home/me/.parley/token",
    ".parley/server-secret",
    "elsewhere/feed-token",
  ])("%s is asked about", (path) => {
    expect(findSensitive(path.split("/"), "read")).toBeDefined();
    const facts = createPath(`/project/${path}`);
    for (const level of ["supervised", "auto", "bypass"] as const) {
      expect(decide({ kind: "read", path }, facts, createRules(undefined, { level })).verdict).toBe("ask");
    }
  });

  it("the server's token is asked about in a session opened in its folder", () => {
    const roots = ["/home/me/.parley"];
    const verdictOn = (name: string): string => {
      const facts = createPath(`/home/me/.parley/${name}`, { workspace: "/home/me/.parley", roots });
      return decide({ kind: "read", path: name }, facts, createRules(undefined, { level: "supervised" })).verdict;
    };
    expect([verdictOn("token"), verdictOn("notes.md")]).toEqual(["ask", "allow"]);
  });

  it.each([
    "src/env.ts",
    ".env.example",
    "keyboard.ts",
    "id_rsa.pub",
    ".gitignore",
    "git/config",
    "src/credentials/a.ts",
    "src/token/token.ts",
    "token",
    ".parley/config.json",
  ])("%s is not", (path) => {
    expect(findSensitive(path.split("/"), "read")).toBeUndefined();
  });

  it.each([
    ".parley/config.json",
    ".vscode/tasks.json",
    ".husky/pre-commit",
    ".github/workflows/ci.yml",
    ".bashrc",
    ".mcp.json",
  ])("%s may be read but not changed unasked", (path) => {
    expect(findSensitive(path.split("/"), "read")).toBeUndefined();
    for (const kind of ["write", "delete", "move"] as const) expect(findSensitive(path.split("/"), kind)).toBeDefined();
  });

  it("need a rule that includes them", () => {
    const facts = createPath("/project/.env.test");
    const rule = { id: "envs", verdict: "allow", kind: "read", paths: ".env.test" };
    const without = decide({ kind: "read", path: "" }, facts, createRules({ rules: [rule] }));
    expect(without).toMatchObject({
      verdict: "ask",
      reason: expect.stringContaining("the rule envs does not cover"),
    });
    const including = { rules: [{ ...rule, including: ["sensitive"] }] };
    expect(decide({ kind: "read", path: "" }, facts, createRules(including)).verdict).toBe("allow");
  });
});
