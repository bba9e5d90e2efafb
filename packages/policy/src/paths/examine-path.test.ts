import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import type { FileKind, PathFacts } from "../facts.ts";
import type { ApprovalLevel } from "../levels.ts";
import { PATH_CHARS_MAX } from "../limits.ts";
import type { PathKind } from "../request.ts";
import { createPath, createRules } from "../testing/facts.ts";

type OnePathKind = Exclude<PathKind, "move">;

function judge(kind: OnePathKind, facts: PathFacts, raw?: unknown, level: ApprovalLevel = "auto"): [string, string] {
  const { verdict, rule } = decide({ kind, path: facts.requested }, facts, createRules(raw, { level }));
  return [verdict, rule.id];
}

describe("a path", () => {
  it.each<[real: string, verdict: string, by: string]>([
    ["/project/src/a.ts", "allow", "auto"],
    ["/project", "allow", "auto"],
    ["/extra/b.ts", "allow", "auto"],
    ["/project-evil/a.ts", "deny", "outside-roots"],
    ["/projects", "deny", "outside-roots"],
    ["/", "deny", "outside-roots"],
    ["/etc/passwd", "deny", "outside-roots"],
    ["/PROJECT/a.ts", "deny", "outside-roots"],
    ["/project/../etc/passwd", "deny", "path-unclear"],
    ["/project/..", "deny", "path-unclear"],
    ["/project/./a", "deny", "path-unclear"],
    ["/project//a", "deny", "path-unclear"],
    ["/project/a\0b", "deny", "path-unclear"],
    ["project/a.ts", "deny", "path-unclear"],
    ["", "deny", "path-unclear"],
    ["/project/…/..a/a..", "allow", "auto"],
    ["/project/line\nbreak", "allow", "auto"],
    ["/proc/self/environ", "deny", "system-folder"],
    ["/sys/kernel", "deny", "system-folder"],
    ["/dev/sda", "deny", "system-folder"],
    [`/project/${"a".repeat(PATH_CHARS_MAX)}`, "deny", "path-too-long"],
  ])("%j is held inside the roots: %s by %s", (real, verdict, by) => {
    expect(judge("read", createPath(real))).toEqual([verdict, by]);
  });

  it("is judged by where it leads, not by what it is called", () => {
    expect(judge("write", createPath("/project/link/a", { real: "/etc/a" }))).toEqual(["deny", "outside-roots"]);
    expect(judge("write", createPath("/tmp/../project/a", { real: "/project/a" }))).toEqual(["allow", "auto"]);
  });

  it("is compared with a root by whole names, at the top of the disk as well", () => {
    const roots = ["/"];
    expect(judge("read", createPath("/etc/hosts", { roots, workspace: "/" }))).toEqual(["allow", "auto"]);
    expect(judge("read", createPath("/proc/1/mem", { roots, workspace: "/" }))).toEqual(["deny", "system-folder"]);
    const inMemory = { roots: ["/dev/shm/w"], workspace: "/dev/shm/w" };
    expect(judge("read", createPath("/dev/shm/w/a", inMemory))).toEqual(["allow", "auto"]);
    expect(judge("read", createPath("/dev/shm/a", inMemory))).toEqual(["deny", "system-folder"]);
  });

  it("is compared with case only where the file system does so", () => {
    const platform = { style: "posix", isCaseInsensitive: true } as const;
    expect(judge("read", createPath("/PROJECT/src", { platform }))).toEqual(["allow", "auto"]);
    expect(judge("read", createPath("/Project-Evil/src", { platform }))).toEqual(["deny", "outside-roots"]);
    const zones = { zones: { deny: ["Infra/**"] } };
    expect(judge("read", createPath("/project/INFRA/a", { platform }), zones)[0]).toBe("deny");
    expect(judge("read", createPath("/project/INFRA/a"), zones)[0]).toBe("allow");
    // Three letters that fold to a k, a long s and an accent in two pieces.
    expect(
      judge("read", createPath("/project/\u212Ae\u0301y/a", { platform }), { zones: { deny: ["K\u00E9Y"] } })[0],
    ).toBe("deny");
  });

  it.each<[FileKind, OnePathKind, string]>([
    ["device", "read", "deny"],
    ["fifo", "read", "deny"],
    ["fifo", "delete", "deny"],
    ["socket", "write", "deny"],
    ["symlink", "read", "deny"],
    ["symlink", "write", "deny"],
    ["symlink", "delete", "ask"],
    ["directory", "read", "allow"],
    ["missing", "write", "allow"],
  ])("of the kind %s: %s is %s", (kind, request, verdict) => {
    expect(judge(request, createPath("/project/x", { kind }))[0]).toBe(verdict);
  });

  it("that is a root, or holds one, is neither deleted nor moved", () => {
    const directory = { kind: "directory" } as const;
    expect(judge("delete", createPath("/project", directory), undefined, "bypass")).toEqual(["deny", "own-root"]);
    const facts = createPath("/project/sub", { ...directory, roots: ["/project", "/project/sub/root"] });
    expect(judge("delete", facts, undefined, "bypass")).toEqual(["deny", "own-root"]);
    expect(judge("delete", createPath("/project/other", directory), undefined, "bypass")[0]).toBe("allow");
  });

  it("that the workspace ignores is asked about, until a rule or a bold level says otherwise", () => {
    const facts = createPath("/project/dist/a.js", { isIgnored: true });
    expect(judge("read", facts)[0]).toBe("ask");
    expect(judge("read", facts, { rules: [{ verdict: "allow", kind: "read", paths: "dist/**" }] })[0]).toBe("allow");
    expect(judge("read", facts, undefined, "bypass")[0]).toBe("allow");
  });
});

describe("zones and rules about paths", () => {
  it.each<[zones: object, path: string, kind: OnePathKind, verdict: string]>([
    [{ deny: ["infra/**"] }, "/project/infra/a.tf", "read", "deny"],
    [{ deny: ["infra/**"] }, "/project/infra", "write", "deny"],
    [{ deny: ["infra/**"] }, "/project/infrastructure", "read", "allow"],
    [{ deny: ["*.tf"] }, "/extra/deep/a.tf", "delete", "deny"],
    [{ allow: ["src/**", "test/**"] }, "/project/src/a", "write", "allow"],
    [{ allow: ["src/**", "test/**"] }, "/project/README.md", "read", "deny"],
    [{ allow: ["src/**"], deny: ["src/vendor"] }, "/project/src/vendor/x", "read", "deny"],
    [{ allow: [], deny: [] }, "/project/README.md", "read", "allow"],
  ])("%j: %s %s is %s", (zones, path, kind, verdict) => {
    expect(judge(kind, createPath(path), { zones })[0]).toBe(verdict);
  });

  it("hold in every layer at once", () => {
    const facts = createPath("/project/src/a");
    const raw = { zones: { allow: ["src/**"] } };
    const narrow = { zones: { allow: ["src/ui/**"] } };
    const { verdict } = decide({ kind: "read", path: "a" }, facts, createRules(raw));
    expect(verdict).toBe("allow");
    expect(judge("read", facts, { ...raw, ...narrow })[0]).toBe("deny");
  });

  it("keep what must not be written from being deleted, and what is denied at all from being moved", () => {
    const raw = { rules: [{ verdict: "deny", kind: "write", paths: "locked/**" }] };
    const rules = createRules(raw, { level: "bypass" });
    const locked = createPath("/project/locked/a");
    expect(judge("read", locked, raw)[0]).toBe("allow");
    expect(judge("delete", locked, raw, "bypass")[0]).toBe("deny");
    const other = createPath("/project/a", { kind: "missing" });
    const request = { kind: "move", path: "a", to: "b" } as const;
    expect(decide(request, { from: locked, to: other }, rules).verdict).toBe("deny");
    expect(decide(request, { from: other, to: locked }, rules).verdict).toBe("deny");
    expect(decide(request, { from: other, to: other }, rules).verdict).toBe("allow");
    expect(decide(request, { from: other, to: createPath("/etc/a") }, rules).verdict).toBe("deny");
  });

  it("let no folder be deleted unasked that may hold something denied", () => {
    const raw = { zones: { deny: ["config/prod/**"] } };
    const folder = { kind: "directory" } as const;
    expect(judge("delete", createPath("/project/config", folder), raw, "bypass")).toEqual(["ask", "denied-below"]);
    expect(judge("delete", createPath("/project/src", folder), raw, "bypass")[0]).toBe("allow");
  });

  it("say why, in the words of whoever wrote them", () => {
    const raw = { rules: [{ id: "lock", verdict: "deny", kind: "write", paths: "*.lock", note: "Use npm instead" }] };
    const { reason, rule } = decide(
      { kind: "write", path: "a" },
      createPath("/project/package.lock"),
      createRules(raw),
    );
    expect(reason).toBe("Use npm instead");
    expect(rule).toEqual({ source: "rule", id: "lock", layer: "machine" });
  });
});
