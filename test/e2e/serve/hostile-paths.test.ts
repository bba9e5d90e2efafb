// Paths, ids and names that were made to lead out of a session's folder: each gets an answer that says why not, and nothing is read.
import { connectServer, type Remote } from "@parley/remote";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { serve, type Served } from "./served.ts";

const SECRET = "not-for-this-session";

let place: Place;
let server: Served;
let remote: Remote;
let id: string;
let snapshot: string;
let secret: string;

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: place.work, encoding: "utf8" });
}

async function change(text: string, cwd = place.work): Promise<{ readonly id: string; readonly snapshot: string }> {
  const session = await remote.request("sessions/create", { agent: "script", working_dir: cwd });
  expect((await place.run(["run", "--session", session.id, "--approve", "all", text])).code).toBe(0);
  const { events } = (await (await server.fetch(`/sessions/${session.id}/events`)).json()) as {
    readonly events: readonly { readonly type: string; readonly after: string }[];
  };
  return { id: session.id, snapshot: events.find(({ type }) => type === "changes")?.after ?? "" };
}

beforeAll(async () => {
  place = await openPlace();
  secret = join(dirname(place.work), "secret.txt");
  writeFileSync(secret, `${SECRET}\n`);
  git("init", "--quiet", "-b", "main");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.com");
  symlinkSync(secret, place.file("link.txt"));
  symlinkSync(dirname(place.work), place.file("up"));
  git("add", ".");
  git("commit", "--quiet", "-m", "first");
  server = await serve(place);
  remote = connectServer({ url: server.url, token: server.token });
  ({ id, snapshot } = await change("write a.txt hello"));
}, 120_000);
afterAll(async () => {
  await remote.close();
  await server[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

describe("a file at a snapshot", { timeout: 120_000 }, () => {
  it.each([
    "../secret.txt",
    "./../secret.txt",
    "a.txt/../../secret.txt",
    "up/secret.txt",
    "//etc/passwd",
    "/etc/passwd",
    "a.txt\u0000",
    "\u0000",
    ".",
    "..",
    "-a",
    "__proto__",
    "x/".repeat(2_000),
    "\\..\\secret.txt",
  ])("is missing, or refused: %j", async (path) => {
    for (const given of [path, ...(path === "/etc/passwd" ? [secret] : [])]) {
      const answer = await remote.request("files/text", { id, snapshot, path: given }).then(
        ({ state }) => state,
        (error: unknown) => (error as { readonly code: string }).code,
      );
      expect([given, answer]).toEqual([
        given,
        expect.stringMatching(/^(missing|skipped|bad_input|file_path_invalid)$/),
      ]);
    }
  });

  it("is the link itself, and not the file that it leads to", async () => {
    const link = await remote.request("files/text", { id, snapshot, path: "link.txt" });
    expect(JSON.stringify(link)).not.toContain(SECRET);
    expect(await remote.request("files/text", { id, snapshot, path: "a.txt" })).toMatchObject({ text: "hello" });
  });

  it.each(["../../config.json", "..", "", "/etc/passwd", "x".repeat(5_000), "\u0000", "__proto__", "*"])(
    "is not found in a snapshot that is none: %j",
    async (one) => {
      await expect(remote.request("files/text", { id, snapshot: one, path: "a.txt" })).rejects.toMatchObject({
        code: expect.stringMatching(/^(snapshot_not_found|bad_input)$/) as string,
      });
    },
  );

  it("is not found in a snapshot of another folder", async () => {
    const other = place.file("other");
    mkdirSync(other);
    const second = await change("write theirs.txt theirs", other);
    const asked = remote.request("files/text", { id, snapshot: second.snapshot, path: "theirs.txt" });
    await expect(asked).rejects.toMatchObject({ code: "snapshot_not_found" });
  });
});

describe("the diff of git", { timeout: 120_000 }, () => {
  it.each([
    "../secret.txt",
    "/etc/passwd",
    ":(top)..",
    ":!a",
    "..\\x",
    "a\u0000b",
    "-x",
    "--output=pwned",
    "up/secret.txt",
  ])("shows nothing of another folder, and takes no option: %j", async (path) => {
    const answer = await remote.request("git/diff", { id, path }).then(
      ({ diff }) => diff,
      (error: unknown) => (error as Error).message,
    );
    expect(answer).not.toContain(SECRET);
    expect(answer).toMatch(/^$|within the session's folder|NUL|beyond a symbolic link|outside repository/);
    expect(existsSync(place.file("pwned"))).toBe(false);
  });
});

describe("a worktree", { timeout: 120_000 }, () => {
  it.each(["../x", "..", "-x", "--help", ".git", "x".repeat(5_000), "a\u0007b", "a\nb", "%2e%2e"])(
    "of a session that has none is not found: %j",
    async (given) => {
      for (const name of ["worktrees/merge", "worktrees/remove"] as const) {
        const error = await remote.request(name, { id: given }).then(
          () => undefined,
          (cause: unknown) => cause as { readonly code: string; readonly message: string },
        );
        expect(error?.code).toMatch(/^(session_not_found|bad_input)$/);
        // oxlint-disable-next-line no-control-regex -- they would reach a terminal
        expect(error?.message).not.toMatch(/[\u0000-\u001F]/);
      }
    },
  );

  it.each(["--amend", "x\u0000y", "\u001B]0;x\u0007"])(
    "is merged with any message, which is never an option: %j",
    async (message) => {
      const before = git("rev-list", "--count", "HEAD");
      const session = await remote.request("sessions/create", {
        agent: "script",
        working_dir: place.work,
        worktree: true,
      });
      const file = `f${message.length}.txt`;
      const ran = await place.run(["run", "--session", session.id, "--approve", "all", `write ${file} x`]);
      expect(ran.code).toBe(0);
      const merged = await remote.request("worktrees/merge", { id: session.id, message }).then(
        () => "merged",
        (error: unknown) => (error as Error).message,
      );
      expect(merged).toMatch(/^merged$|message: must not contain a NUL/);
      expect(git("rev-list", "--count", "HEAD") === before).toBe(merged !== "merged");
      await remote.request("worktrees/remove", { id: session.id, force: true });
      expect(git("worktree", "list").trim().split("\n")).toHaveLength(1);
    },
  );

  it("is not created where something else is, and leaves that alone", async () => {
    const beside = `${place.work}.worktrees`;
    const create = () =>
      remote.request("sessions/create", { agent: "script", working_dir: place.work, worktree: true });
    writeFileSync(beside, "mine");
    await expect(create()).rejects.toThrow(".worktrees");
    execFileSync("rm", [beside]);
    // A branch of this name leaves no room for branches below it.
    git("branch", "parley");
    await expect(create()).rejects.toThrow("parley");
    git("branch", "-D", "parley");
    expect(existsSync(beside)).toBe(false);
    expect(readdirSync(place.file(".git")).includes("worktrees")).toBe(false);
    expect(await remote.request("worktrees/list", {})).toEqual({ worktrees: [] });
  });

  it("is created in a repository whose folder has an odd name", async () => {
    for (const name of ["-x", "a b\nc", "é\u0007"]) {
      const folder = place.file("odd", name);
      mkdirSync(folder, { recursive: true });
      execFileSync("git", ["clone", "--quiet", place.work, folder], { cwd: place.work });
      for (const [key, value] of [
        ["user.name", "Ada"],
        ["user.email", "ada@example.com"],
      ] as const) {
        execFileSync("git", ["config", key, value], { cwd: folder });
      }
      const session = await remote.request("sessions/create", { agent: "script", working_dir: folder, worktree: true });
      const { worktrees } = await remote.request("worktrees/list", {});
      expect(worktrees).toMatchObject([{ session_id: session.id, exists: true }]);
      await remote.request("worktrees/remove", { id: session.id });
      expect(readdirSync(dirname(folder))).not.toContain(`${name}.worktrees`);
    }
  });
});
