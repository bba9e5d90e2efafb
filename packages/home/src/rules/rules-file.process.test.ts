import { compileRules, type Choice } from "@parley/policy";
import { bundleProgram, createFakeClock, createTempFolder, startProgram, type TempFolder } from "@parley/test-support";
import { chmod, lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { ELSEWHERE, leaveClaim, leaveText } from "../claims/testing/leave-claim.ts";
import { startHolder } from "../claims/testing/start-holder.ts";
import { openRulesFile, type RulesFile } from "./rules-file.ts";
import { findWorkspaceSettings } from "./workspace-rules.ts";

interface Opened extends AsyncDisposable {
  readonly folder: TempFolder;
  readonly rules: RulesFile;
  write(content: unknown): Promise<void>;
  json(): Promise<Record<string, unknown>>;
}

async function open(): Promise<Opened> {
  const folder = await createTempFolder();
  const rules = openRulesFile(folder.file("home"), { clock: createFakeClock() });
  return {
    folder,
    rules,
    async write(content) {
      await mkdir(folder.file("home"), { recursive: true });
      await writeFile(rules.path, typeof content === "string" ? content : JSON.stringify(content));
    },
    json: async () => JSON.parse(await readFile(rules.path, "utf8")) as Record<string, unknown>,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe("a rules file", () => {
  it("is optional, and private once it exists", async () => {
    await using opened = await open();
    const { rules, folder } = opened;
    expect(await rules.read()).toMatchObject({ raw: undefined, trusted: [], problems: [] });
    expect(await rules.list()).toEqual([]);
    await expect(lstat(folder.file("home"))).rejects.toThrow("ENOENT");
    await rules.add({ autoAllow: "read" });
    expect(await opened.json()).toEqual({ version: 1, autoAllow: ["read"] });
    const modes = [(await stat(rules.path)).mode & 0o777, (await stat(folder.file("home"))).mode & 0o777];
    expect(process.platform === "win32" ? [0o600, 0o700] : modes).toEqual([0o600, 0o700]);
    expect(await readdir(folder.file("home"))).toEqual(["rules.json"]);
  });

  it("is the same object until the file changes", async () => {
    await using opened = await open();
    const { rules } = opened;
    await opened.write({ version: 1, autoAllow: ["read"] });
    const before = await rules.read();
    expect(await rules.read()).toBe(before);
    await openRulesFile(opened.folder.file("home")).add({ autoReject: "execute(rm *)" });
    expect((await rules.read()).raw).toEqual({ version: 1, autoAllow: ["read"], autoReject: ["execute(rm *)"] });
  });

  it("is listed with the ids that policy reports", async () => {
    await using opened = await open();
    await opened.write({
      version: 1,
      zones: { allow: ["src/**"], deny: ["infra/**"] },
      autoAllow: ["read"],
      autoReject: ["execute(npm publish *)"],
      rules: [
        { id: "tests", verdict: "allow", kind: "execute", program: "npm", prefix: "test" },
        { verdict: "ask", kind: ["write", "delete"], paths: ["package.json"], note: "Team decision" },
        "broken",
      ],
    });
    expect(await opened.rules.list()).toEqual([
      { id: "tests", type: "rule", verdict: "allow", text: "execute program npm prefix test" },
      {
        id: "machine:rules[1]",
        type: "rule",
        verdict: "ask",
        text: "write, delete paths package.json (Team decision)",
      },
      { id: "machine:rules[2]", type: "rule", verdict: "unknown", text: "broken" },
      { id: "machine:autoAllow[0]", type: "autoAllow", verdict: "allow", text: "read" },
      { id: "machine:autoReject[0]", type: "autoReject", verdict: "deny", text: "execute(npm publish *)" },
      { id: "machine:zones.allow", type: "zone", verdict: "allow", text: "src/**" },
      { id: "machine:zones.deny", type: "zone", verdict: "deny", text: "infra/**" },
    ]);
    expect((await opened.rules.read()).problems).toMatchObject([{ code: "bad_config" }]);
  });

  it("accepts valid rules, and explains what is wrong with others", async () => {
    await using opened = await open();
    const { rules } = opened;
    const added = await rules.add({ rule: { verdict: "deny", kind: "write", paths: "**/*.sql" } });
    expect(added).toMatchObject({ type: "rule", verdict: "deny", text: "write paths **/*.sql" });
    await expect(rules.add({ rule: { verdict: "deny", kind: "writing" } })).rejects.toMatchObject({ code: "usage" });
    await expect(rules.add({ rule: { verdict: "allow", kind: "read", pats: "x" } })).rejects.toThrow(/pats/);
    await expect(rules.add({ autoAllow: "execute(" })).rejects.toMatchObject({ code: "usage" });
    await expect(rules.add({ autoAllow: "" })).rejects.toMatchObject({ code: "usage" });
    await expect(rules.add({ rule: { id: added.id, verdict: "deny", kind: "read" } })).rejects.toThrow(/already/);
    for (const _ of ["once", "again"]) {
      expect(await rules.add({ autoAllow: "execute(make)" })).toMatchObject({ id: "machine:autoAllow[0]" });
    }
    expect((await opened.json())["autoAllow"]).toEqual(["execute(make)"]);
  });

  it("revokes a rule, a pattern, a zone or a choice by its id", async () => {
    await using opened = await open();
    const { rules } = opened;
    await opened.write({
      version: 1,
      zones: { deny: ["infra/**"] },
      autoAllow: ["read", "search"],
      rules: [
        { verdict: "ask", kind: "read" },
        { id: "two", verdict: "ask", kind: "write" },
      ],
    });
    await rules.remember([
      { verdict: "allow", holds: { scope: "always" }, covers: { kind: "tool", name: "a" }, including: [] },
    ]);
    const choice = (await rules.list()).at(-1);
    expect(choice).toMatchObject({ type: "choice", verdict: "allow", text: "Always allow the tool a" });
    for (const id of [
      "machine:rules[0]",
      "two",
      "machine:autoAllow[0]",
      "machine:zones.deny",
      choice?.id.slice(0, 13),
    ]) {
      await rules.revoke(id ?? "");
    }
    expect(await opened.json()).toEqual({ version: 1, zones: {}, autoAllow: ["search"], rules: [], choices: [] });
    await expect(rules.revoke("two")).rejects.toMatchObject({ code: "usage" });
    await expect(rules.revoke("")).rejects.toMatchObject({ code: "usage" });
  });

  it("keeps unknown fields", async () => {
    await using opened = await open();
    await opened.write({ version: 1, later: { a: 1 }, choices: [{ id: "from a later version" }] });
    await opened.rules.remember([
      { verdict: "deny", holds: { scope: "always" }, covers: { kind: "tool", name: "a" }, including: [] },
    ]);
    expect(await opened.json()).toMatchObject({
      later: { a: 1 },
      choices: [{ id: "from a later version" }, { verdict: "deny", covers: { name: "a" } }],
    });
  });

  it("drops old choices for sessions, and nothing else", async () => {
    await using folder = await createTempFolder();
    const clock = createFakeClock();
    const rules = openRulesFile(folder.path, { clock });
    const choose = (name: string, holds: Choice["holds"]): Promise<void> =>
      rules.remember([{ verdict: "allow", holds, covers: { kind: "tool", name }, including: [] }]);
    await choose("old-session", { scope: "session", sessionId: "1" });
    await choose("old", { scope: "always" });
    clock.advance(31 * 24 * 3_600_000);
    await choose("new-session", { scope: "session", sessionId: "2" });
    expect((await rules.list()).map(({ text }) => text)).toEqual([
      "Allow the tool new-session for this session",
      "Always allow the tool old",
    ]);
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === "win32")("says why it cannot be changed", async () => {
    await using opened = await open();
    await opened.write({ version: 1 });
    await chmod(opened.folder.file("home"), 0o500);
    await expect(opened.rules.add({ autoAllow: "read" })).rejects.toMatchObject({ code: "file_denied" });
    await chmod(opened.folder.file("home"), 0o700);
  });

  it("remains a link", async () => {
    await using opened = await open();
    await opened.write({ version: 1 });
    const target = opened.folder.file("dotfiles-rules.json");
    await writeFile(target, "{}");
    await mkdir(opened.folder.file("linked"));
    await symlink(target, opened.folder.file("linked/rules.json"));
    await openRulesFile(opened.folder.file("linked")).add({ autoAllow: "read" });
    expect((await lstat(opened.folder.file("linked/rules.json"))).isSymbolicLink()).toBe(true);
    expect(JSON.parse(await readFile(target, "utf8"))).toEqual({ version: 1, autoAllow: ["read"] });
  });
});

describe("a rules file that cannot be read", () => {
  it.each(["{ not json", "", "[]", '"text"', '{"version": 2}', '{"version": 1, "rules": {}}'])(
    "is named, holds everything back, and is not overwritten: %s",
    async (content) => {
      await using opened = await open();
      await opened.write(content);
      const { raw, problems, trusted } = await opened.rules.read();
      expect(problems[0]).toMatchObject({ code: "bad_config", message: expect.any(String) });
      expect(trusted).toEqual([]);
      expect(compileRules([{ layer: "machine", raw }]).brokenByKind.size).toBe(8);
      await expect(opened.rules.add({ rule: { verdict: "allow", kind: "read" } })).rejects.toMatchObject({
        code: "bad_config",
        message: expect.stringContaining("Nothing was changed"),
      });
      expect(await readFile(opened.rules.path, "utf8")).toBe(content);
    },
  );

  it("is a folder, a pipe or too large", async () => {
    await using opened = await open();
    await mkdir(opened.rules.path, { recursive: true });
    expect((await opened.rules.read()).problems[0]?.message).toContain("it is not a regular file");
    await using large = await open();
    await large.write(`{"version":1,"note":"${"x".repeat(5 * 1024 * 1024)}"}`);
    expect((await large.rules.read()).problems[0]?.message).toContain("bytes");
    expect((await large.rules.read()).raw).toBeNull();
  });
});

describe("a trusted folder", () => {
  it("is trusted under every path that leads to it, until it is removed", async () => {
    await using opened = await open();
    const { rules, folder } = opened;
    await mkdir(folder.file("work/sub"), { recursive: true });
    await symlink(folder.file("work"), folder.file("link"));
    await rules.trust(folder.file("link"));
    expect(await rules.isTrusted(folder.file("work"))).toBe(true);
    expect(await rules.isTrusted(folder.file("link"))).toBe(true);
    expect(await rules.isTrusted(folder.file("work/sub"))).toBe(false);
    expect(await rules.isTrusted(folder.path)).toBe(false);
    await rules.trust(folder.file("work"));
    expect((await rules.read()).trusted).toHaveLength(1);
    expect(await rules.distrust(folder.file("work"))).toBe(true);
    expect(await rules.distrust(folder.file("work"))).toBe(false);
    expect(await rules.isTrusted(folder.file("work"))).toBe(false);
  });

  it("must exist", async () => {
    await using opened = await open();
    await expect(opened.rules.trust(opened.folder.file("none"))).rejects.toMatchObject({ code: "file_not_found" });
    await mkdir(opened.folder.file("gone"));
    await opened.rules.trust(opened.folder.file("gone"));
    await rm(opened.folder.file("gone"), { recursive: true });
    expect(await opened.rules.distrust(opened.folder.file("gone"))).toBe(true);
  });

  it("needs a question only if it brings settings or rules", async () => {
    await using folder = await createTempFolder();
    expect(await findWorkspaceSettings(folder.path)).toEqual([]);
    await mkdir(folder.file(".parley"));
    expect(await findWorkspaceSettings(folder.path)).toEqual([]);
    await writeFile(folder.file(".parley/rules.json"), "{}");
    expect(await findWorkspaceSettings(folder.path)).toEqual([folder.file(".parley/rules.json")]);
  });
});

describe("several processes with one rules file", () => {
  it("lose no changes", async () => {
    await using opened = await open();
    await opened.write({ version: 1 });
    const program = await bundleProgram(new URL("./testing/change-rules.main.ts", import.meta.url));
    const [processes, changes] = [4, 8];
    const children = Array.from({ length: processes }, (_, index) =>
      startProgram(program, { args: [opened.folder.file("home"), `p${index}`, String(changes)] }),
    );
    for (const child of children) {
      await using ended = child;
      expect({ ...(await ended.exited), said: ended.stderr() }).toEqual({ code: 0, signal: null, said: "" });
    }
    const expected = Array.from(
      { length: processes * changes },
      (_, index) => `p${index % processes}-${Math.floor(index / processes)}`,
    ).toSorted();
    const { raw, choices, trusted, problems } = await opened.rules.read();
    const { rules } = raw as { rules: { id: string }[] };
    expect(rules.map(({ id }) => id).toSorted()).toEqual(expected);
    expect(choices.choices.map(({ covers }) => String("name" in covers && covers.name)).toSorted()).toEqual(expected);
    expect(trusted.map(({ path }) => basename(path)).toSorted()).toEqual(expected);
    expect(problems).toEqual([]);
    expect((await readdir(opened.folder.file("home"))).filter((name) => !name.startsWith("p"))).toEqual(["rules.json"]);
  });

  it("are not blocked by one that was killed while it changed the file", async () => {
    await using opened = await open();
    const { rules } = opened;
    await opened.write({ version: 1 });
    await using holder = await startHolder(rules.path);
    const added = rules.add({ autoAllow: "read" });
    process.kill(holder.pid, "SIGKILL");
    await added;
    // Of another machine nothing is known but the time; one that was not written to its end counts the same.
    await leaveClaim(rules.path, ELSEWHERE, 60_000);
    await rules.add({ autoReject: "execute(x *)" });
    leaveText(rules.path, "", 60_000);
    await rules.add({ autoReject: "execute(y *)" });
    expect(await opened.json()).toMatchObject({ autoAllow: ["read"], autoReject: ["execute(x *)", "execute(y *)"] });
    expect(await readdir(opened.folder.file("home"))).toEqual(["rules.json"]);
  });
});
