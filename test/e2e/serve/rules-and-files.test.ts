// Rules, trust, the audit, files, git and worktrees over HTTP and the client library, and the same on the command line.
import { connectServer } from "@parley/remote";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { serve, type Served } from "./served.ts";

function git(place: Place, ...args: readonly string[]): string {
  const own = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  return execFileSync("git", [...own, ...args], { cwd: place.work, encoding: "utf8" });
}

/** A repository with one commit, in which git knows who commits. */
function createRepository(place: Place): void {
  git(place, "init", "--quiet", "-b", "main");
  git(place, "config", "user.name", "Ada");
  git(place, "config", "user.email", "ada@example.com");
  writeFileSync(place.file("a.txt"), "one\n");
  writeFileSync(place.file(".gitignore"), "ignored/\n");
  git(place, "add", ".");
  git(place, "commit", "--quiet", "-m", "first");
}

async function post(server: Served, path: string, body: object): Promise<Response> {
  return server.fetch(path, { method: "POST", body: JSON.stringify(body) });
}

function remoteOf({ url, token }: Served): ReturnType<typeof connectServer> {
  return connectServer({ url, token });
}

describe("rules, trust and the audit", { timeout: 120_000 }, () => {
  it("are the same over the API and on the command line", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    await using remote = remoteOf(server);
    const added = await post(server, "/rules", { verdict: "deny", rule: "write(secret.txt)" });
    expect(added.status).toBe(201);
    const { id } = (await added.json()) as { readonly id: string };
    expect((await place.run(["rules", "list"])).stdout).toContain("write(secret.txt)");
    const ran = await place.run(["run", "--approve", "all", "write secret.txt x\nwrite open.txt y"]);
    expect(ran.code).toBe(0);
    expect(existsSync(place.file("secret.txt"))).toBe(false);
    expect(existsSync(place.file("open.txt"))).toBe(true);
    const { decisions } = await remote.request("audit/list", { limit: 50 });
    expect(decisions).toContainEqual(expect.objectContaining({ verdict: "deny", rule: id, agent: "script" }));
    expect(decisions).toContainEqual(expect.objectContaining({ verdict: "allow", by: expect.any(String) }));
    const denied = await place.run(["rules", "audit", "--verdict", "deny", "--json"]);
    expect(JSON.parse(denied.stdout)).toMatchObject({ decisions: [{ verdict: "deny", rule: id }] });
    expect(await remote.request("rules/revoke", { rule: id })).toMatchObject({ id, verdict: "deny" });
    expect(await remote.request("rules/list", {})).toMatchObject({ problems: [] });
    expect((await post(server, "/rules", { verdict: "allow", rule: "nonsense(" })).status).toBe(400);
    expect((await server.fetch("/rules/none", { method: "DELETE" })).status).toBe(400);
    await remote.request("trust/add", { path: place.work });
    expect((await place.run(["trust", "list"])).stdout).toContain(place.work);
    await remote.request("trust/revoke", { path: place.work });
    expect(await remote.request("trust/list", {})).toEqual({ folders: [] });
    await expect(remote.request("trust/revoke", { path: place.work })).rejects.toThrow("is not trusted");
    await expect(remote.request("trust/add", { path: "relative" })).rejects.toThrow("absolute");
    await expect(remote.request("audit/list", { cursor: "x" })).rejects.toThrow("cursor");
  });
});

describe("the files of a session", { timeout: 120_000 }, () => {
  it("are found by name, shown as git and as a snapshot has them", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    await using remote = remoteOf(server);
    const { id } = await remote.request("sessions/create", { agent: "script", working_dir: place.work });
    await expect(remote.request("git/status", { id })).rejects.toThrow("is not in a git repository");
    createRepository(place);
    mkdirSync(place.file("ignored"));
    mkdirSync(place.file("src"));
    writeFileSync(place.file("ignored/attic.txt"), "");
    writeFileSync(place.file("src/add-two.ts"), "");
    expect(await remote.request("files/search", { id, q: "adtw" })).toEqual({
      files: ["src/add-two.ts"],
      is_complete: true,
    });
    expect(await remote.request("files/search", { id, q: "attic" })).toMatchObject({ files: [] });
    const { folder, files, is_complete: isComplete } = await remote.request("files/sizes", { id });
    expect([folder, isComplete]).toEqual([place.work, true]);
    expect(files).toContainEqual({ path: "a.txt", bytes: 4 });
    expect(files.map(({ path }) => path)).not.toContain("ignored/attic.txt");
    expect(await remote.request("files/sizes", { id, limit: 1 })).toMatchObject({ is_complete: false });
    await expect(remote.request("files/sizes", { id, limit: 1_000_000 })).rejects.toThrow("limit");
    const edited = await place.run(["run", "--session", id, "--approve", "all", "edit a.txt one => two"]);
    expect(edited.code).toBe(0);
    const status = await remote.request("git/status", { id });
    expect(status).toMatchObject({ branch: "main", truncated: false });
    expect(status.files).toContainEqual({ path: "a.txt", staged: ".", unstaged: "M" });
    expect(status.files).toContainEqual({ path: "src/add-two.ts", staged: "?", unstaged: "?" });
    expect((await remote.request("git/diff", { id })).diff).toContain("-one\n+two\n");
    expect(await remote.request("git/diff", { id, staged: true })).toEqual({ diff: "", truncated: false });
    await expect(remote.request("git/diff", { id, path: "../x" })).rejects.toThrow("within the session's folder");
    const { events } = (await (await server.fetch(`/sessions/${id}/events`)).json()) as {
      readonly events: readonly { readonly type: string; readonly before: string; readonly after: string }[];
    };
    const changes = events.find(({ type }) => type === "changes");
    const at = (snapshot = "") => remote.request("files/text", { id, path: "a.txt", snapshot });
    expect(await at(changes?.before)).toMatchObject({ state: "present", text: "one\n" });
    expect(await at(changes?.after)).toMatchObject({ state: "present", text: "two\n" });
    await expect(at("none")).rejects.toMatchObject({ code: "snapshot_not_found" });
  });
});

describe("a worktree of a session", { timeout: 120_000 }, () => {
  const inWorktree = ["run", "--worktree", "--approve", "all", "--format", "json"];

  it("is created with it, merged and removed, and leaves nothing", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    await using remote = remoteOf(server);
    const outside = await place.run([...inWorktree, "write b.txt x"]);
    expect(outside).toMatchObject({ code: 2 });
    expect(outside.stdout).toContain("is not in a git repository");
    createRepository(place);
    const ran = await place.run([...inWorktree, "write b.txt x"]);
    const { sessionId, cwd } = JSON.parse(ran.stdout) as { readonly sessionId: string; readonly cwd: string };
    expect(cwd).toBe(`${place.work}.worktrees/${sessionId}`);
    expect(existsSync(place.file("b.txt"))).toBe(false);
    expect(readFileSync(`${cwd}/b.txt`, "utf8")).toBe("x");
    const { stdout } = await place.run(["worktrees", "list", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ worktrees: [{ session_id: sessionId, uncommitted: 1, into: "main" }] });
    const early = await place.run(["worktrees", "remove", sessionId]);
    expect(early).toMatchObject({ code: 2 });
    expect(early.stderr).toContain("This would lose 1 uncommitted change");
    expect((await place.run(["worktrees", "merge", sessionId.slice(0, 12), "-m", "Add b"])).code).toBe(0);
    expect(readFileSync(place.file("b.txt"), "utf8")).toBe("x");
    expect(git(place, "log", "--format=%s")).toContain("Add b");
    expect(await remote.request("worktrees/list", {})).toMatchObject({ worktrees: [{ uncommitted: 0, unmerged: 0 }] });
    await remote.request("worktrees/remove", { id: sessionId });
    expect(existsSync(`${place.work}.worktrees`)).toBe(false);
    expect(git(place, "worktree", "list").trim().split("\n")).toHaveLength(1);
    expect(git(place, "branch").trim()).toBe("* main");
    expect(await remote.request("worktrees/list", {})).toEqual({ worktrees: [] });
  });

  it("with conflicts is not merged, and stays when its session is deleted; a clean one goes with it", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    await using remote = remoteOf(server);
    createRepository(place);
    const { id } = await remote.request("sessions/create", {
      agent: "script",
      working_dir: place.work,
      worktree: true,
    });
    const clean = await remote.request("sessions/create", { agent: "script", working_dir: place.work, worktree: true });
    expect((await place.run(["run", "-s", id, "--approve", "all", "edit a.txt one => theirs"])).code).toBe(0);
    writeFileSync(place.file("a.txt"), "ours\n");
    git(place, "commit", "--quiet", "-am", "ours");
    await expect(remote.request("worktrees/merge", { id })).rejects.toThrow(/conflicts with main in a\.txt/);
    expect(git(place, "status", "--porcelain")).toBe("");
    await remote.request("sessions/delete", { id: clean.id });
    await remote.request("sessions/delete", { id });
    const { worktrees } = await remote.request("worktrees/list", {});
    expect(worktrees).toMatchObject([{ session_id: id, is_session_gone: true, unmerged: 1 }]);
    await expect(remote.request("worktrees/remove", { id })).rejects.toThrow("1 commit on");
    await remote.request("worktrees/remove", { id, force: true });
    expect(git(place, "branch").trim()).toBe("* main");
    await expect(remote.request("worktrees/merge", { id: "none" })).rejects.toMatchObject({
      code: "session_not_found",
    });
    const both = await place.run(["run", "--worktree", "--continue", "hello"]);
    expect(both).toMatchObject({ code: 2 });
    expect(both.stderr).toContain("--continue and --worktree cannot be used together");
  });
});
