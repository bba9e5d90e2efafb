// What becomes of a session after its run: listed, read, found, gone on with, undone, exported, deleted.
import { createEventSequence, formatSessionEvent, parseSessionEventLine } from "@parley/acp";
import { createFileSessionStore } from "@parley/home/session-log";
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { existsSync } from "node:fs";
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "./run-parley.ts";

interface SessionJson {
  readonly id: string;
  readonly title: string;
  readonly agent: string;
  readonly cwd: string;
  readonly turns: number;
}

async function list(place: Place, ...args: readonly string[]): Promise<readonly SessionJson[]> {
  const { stdout } = await place.run(["sessions", "list", "--json", ...args]);
  return (JSON.parse(stdout) as { readonly sessions: readonly SessionJson[] }).sessions;
}

it("shows the output of a command", async () => {
  await using place = await openPlace();
  await place.run(["run", "--approve", "all", "run seq 1 150"]);
  const { stdout } = await place.run(["sessions", "show", "latest"]);
  expect(stdout).toContain("$ seq 1 150");
  expect(stdout).toContain("… 50 lines above\n  51\n");
  expect(stdout).toContain("  150\n");
}, 60_000);

describe("resuming", () => {
  it("--continue resumes the folder's latest session, --session any session", async () => {
    await using place = await openPlace();
    await mkdir(place.file("other"));
    await place.run(["run", "say One"]);
    await place.run(["run", "--cwd", "other", "say Elsewhere"]);
    expect(await place.run(["run", "--continue", "say Two"])).toMatchObject({ code: 0, stdout: "Two\n" });
    const sessions = await list(place);
    expect(sessions.map(({ turns, cwd }) => ({ turns, cwd }))).toEqual([
      { turns: 2, cwd: place.work },
      { turns: 1, cwd: place.file("other") },
    ]);
    const other = sessions[1]?.id ?? "";
    expect((await place.run(["run", "--session", other.slice(0, 13), "say Three"])).stdout).toBe("Three\n");
    expect((await list(place, "--here")).map(({ turns }) => turns)).toEqual([2]);
    expect(await list(place, "--agent", "goose")).toEqual([]);
  }, 60_000);

  it("hands the session over to another agent, and leaves it with its own", async () => {
    await using place = await openPlace();
    await place.run(["run", "say One"]);
    const handed = await place.run(["run", "--continue", "--agent", "parley", "say Two"]);
    expect(handed).toMatchObject({ code: 0, stdout: expect.stringContaining("Two") as string });
    const again = await place.run(["run", "--continue", "--agent", "parley", "--mode", "assistant", "say Three"]);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("Three") as string });
    expect(await list(place)).toMatchObject([{ agent: "assistant", turns: 3 }]);
  }, 60_000);

  it("needs the full command again that an agent was given as", async () => {
    await using place = await openPlace();
    const command = ["--", process.execPath, PARLEY, "script"];
    await place.run(["run", "say One", ...command]);
    const without = await place.run(["run", "-c", "say Two"]);
    expect(without).toMatchObject({ code: 3, stdout: "", stderr: expect.stringContaining("--") as string });
    expect(await place.run(["run", "-c", "say Two", ...command])).toMatchObject({ code: 0, stdout: "Two\n" });
    expect(await list(place)).toMatchObject([{ turns: 2 }]);
  });

  it("resume opens the session in the chat", async () => {
    await using place = await openPlace();
    await place.run(["run", "say From before"]);
    const options = { cwd: place.work, env: { ...place.env, TERM: "xterm" } };
    using chat = new PseudoTerminal(process.execPath, [PARLEY, "sessions", "resume", "latest"], options);
    await chat.sees("From before");
    chat.types("say And now\r");
    await chat.sees("And now");
    chat.types("\u0004");
    expect(await chat.exited).toBe(0);
    expect(await list(place)).toMatchObject([{ turns: 2 }]);
  }, 60_000);
});

describe("reading", () => {
  it("show prints text, --json prints the events", async () => {
    await using place = await openPlace();
    await place.run(["run", "--approve", "all", "say Hello there\nwrite notes.txt x"]);
    const { stdout } = await place.run(["sessions", "show", "latest"]);
    expect(stdout).toContain("Hello there");
    expect(stdout).toContain("notes.txt");
    const events = (await place.run(["sessions", "show", "latest", "--json"])).stdout.trimEnd().split("\n");
    expect(events.map((line) => parseSessionEventLine(line).ok)).not.toContain(false);
    expect(events.length).toBeGreaterThan(5);
  });

  it("list says what to do if there are no sessions", async () => {
    await using place = await openPlace();
    expect((await place.run(["sessions"])).stderr).toContain("parley chat");
    expect(await list(place)).toEqual([]);
    expect((await place.run(["sessions", "show", "latest"])).code).toBe(2);
  });

  it("list fits the terminal", async () => {
    await using place = await openPlace();
    await place.run(["run", `say ${"a long story ".repeat(20)}`]);
    const options = { cwd: place.work, env: { ...place.env, TERM: "xterm" } };
    using terminal = new PseudoTerminal(process.execPath, [PARLEY, "sessions", "list"], options);
    await terminal.sees("TITLE");
    await terminal.sees("…");
    expect(await terminal.exited).toBe(0);
  });

  it("search finds messages", async () => {
    await using place = await openPlace();
    await place.run(["run", "say The heron stands in the reeds"]);
    await place.run(["run", "say Nothing of the kind"]);
    const { stdout } = await place.run(["sessions", "search", "HERON", "--json"]);
    const { hits } = JSON.parse(stdout) as { hits: { what: string; excerpt: string; start: number; end: number }[] };
    expect(hits.map(({ what }) => what)).toContain("agent_message");
    expect(hits.every(({ excerpt, start, end }) => excerpt.slice(start, end).toLowerCase() === "heron")).toBe(true);
    expect((await place.run(["sessions", "search", "heron"])).stdout).toContain("in the reeds");
    expect((await place.run(["sessions", "search", "pelican"])).stderr).toContain("No results");
  });

  it("skips damaged lines, and reports them", async () => {
    await using place = await openPlace();
    const files = createFileSessionStore({ folder: join(place.home, "sessions") });
    const log = await files.create({ id: "earlier", agent: { name: "script" }, cwd: place.work });
    const prompt = [{ type: "text", text: "say Before" }] as const;
    const event = createEventSequence("earlier").next({ type: "prompt", prompt });
    log.append(event, formatSessionEvent(event));
    await log.close();
    await appendFile(join(place.home, "sessions", "earlier.ndjson"), "this is no event\n");
    const outcome = await place.run(["sessions", "show", "latest"]);
    expect(outcome.stdout).toContain("Before");
    expect(outcome.stderr).toContain("cannot be read");
  });
});

describe("undo", () => {
  const CHANGE = "write new.txt added\nedit kept.txt old => new";

  async function change(place: Place): Promise<void> {
    await writeFile(place.file("kept.txt"), "old words\n");
    const outcome = await place.run(["run", "--approve", "all", CHANGE]);
    expect(outcome.code).toBe(0);
    expect(await readFile(place.file("kept.txt"), "utf8")).toBe("new words\n");
  }

  it("restores the files", async () => {
    await using place = await openPlace();
    await change(place);
    const dry = await place.run(["sessions", "undo", "--dry-run", "--json"]);
    expect(JSON.parse(dry.stdout)).toMatchObject({ files: [{ path: "kept.txt" }, { path: "new.txt" }] });
    expect(existsSync(place.file("new.txt"))).toBe(true);
    const undone = await place.run(["sessions", "undo", "--json"]);
    expect(undone.code).toBe(0);
    expect(JSON.parse(undone.stdout)).toMatchObject({ restored: ["kept.txt", "new.txt"], left: [] });
    expect(existsSync(place.file("new.txt"))).toBe(false);
    expect(await readFile(place.file("kept.txt"), "utf8")).toBe("old words\n");
  });

  it("skips files that were changed since, unless forced", async () => {
    await using place = await openPlace();
    await change(place);
    await writeFile(place.file("kept.txt"), "my own words\n");
    const outcome = await place.run(["sessions", "undo", "latest"]);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain("skipped kept.txt: changed since then");
    expect(await readFile(place.file("kept.txt"), "utf8")).toBe("my own words\n");
    expect((await place.run(["sessions", "undo", "latest", "--force"])).code).toBe(0);
    expect(await readFile(place.file("kept.txt"), "utf8")).toBe("old words\n");
  });

  it("restores the state before an earlier turn, or a single file", async () => {
    await using place = await openPlace();
    await change(place);
    await place.run(["run", "-c", "--approve", "all", "write later.txt x"]);
    expect((await place.run(["sessions", "undo", "latest", "--turn", "1", "--path", "later.txt"])).code).toBe(0);
    expect(existsSync(place.file("later.txt"))).toBe(false);
    expect(existsSync(place.file("new.txt"))).toBe(true);
    expect((await place.run(["sessions", "undo", "latest", "--turn", "1"])).code).toBe(0);
    expect(existsSync(place.file("new.txt"))).toBe(false);
  });

  it("asks for confirmation in a terminal", async () => {
    await using place = await openPlace();
    await change(place);
    const options = { cwd: place.work, env: { ...place.env, TERM: "xterm" } };
    using terminal = new PseudoTerminal(process.execPath, [PARLEY, "sessions", "undo"], options);
    await terminal.sees("Continue? [y/N] ");
    terminal.types("n\r");
    await terminal.sees("Nothing was changed");
    expect(await terminal.exited).toBe(0);
    expect(existsSync(place.file("new.txt"))).toBe(true);
  });

  it("reports that there is nothing to undo", async () => {
    await using place = await openPlace();
    await place.run(["run", "say nothing done"]);
    const outcome = await place.run(["sessions", "undo"]);
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain("changed a file");
    await place.run(["run", "-c", "--approve", "all", "write a.txt x"], { env: { PARLEY_SNAPSHOTS: "off" } });
    expect((await place.run(["sessions", "undo"])).code).toBe(2);
  });
});

describe("exporting and deleting", () => {
  it("exports in every format, and does not overwrite", async () => {
    await using place = await openPlace();
    await place.run(["run", "say Keep this"]);
    const ndjson = (await place.run(["sessions", "export", "latest"])).stdout;
    expect(
      ndjson
        .trimEnd()
        .split("\n")
        .map((line) => parseSessionEventLine(line).ok),
    ).not.toContain(false);
    const json = JSON.parse((await place.run(["sessions", "export", "latest", "-f", "json"])).stdout) as object;
    expect(json).toHaveProperty("events");
    const args = ["sessions", "export", "latest", "-f", "markdown", "-o", "session.md"];
    expect((await place.run(args)).code).toBe(0);
    expect(await readFile(place.file("session.md"), "utf8")).toContain("Keep this");
    const again = await place.run(args);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain("--force");
    expect((await place.run([...args, "--force"])).code).toBe(0);
  });

  it("deletes after confirmation, or with --yes", async () => {
    await using place = await openPlace();
    await place.run(["run", "say One"]);
    await place.run(["run", "say Two"]);
    const refused = await place.run(["sessions", "delete", "latest"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("--yes");
    const options = { cwd: place.work, env: { ...place.env, TERM: "xterm" } };
    using terminal = new PseudoTerminal(process.execPath, [PARLEY, "sessions", "delete", "latest"], options);
    await terminal.sees("permanently? [y/N] ");
    terminal.types("y\r");
    await terminal.sees("Deleted 1 session");
    expect(await terminal.exited).toBe(0);
    expect((await list(place)).map(({ title }) => title)).toEqual(["say One"]);
    expect((await place.run(["sessions", "delete", "latest", "--yes"])).code).toBe(0);
    expect(await list(place)).toEqual([]);
  });

  it("reports that a session is open elsewhere", async () => {
    await using place = await openPlace();
    const running = place.start(["run", "say Begun\nwait 600000"]);
    await new Promise((resolve) => running.child.stdout.once("data", resolve));
    const { stderr } = await place.run(["sessions", "delete", "latest", "--yes"]);
    expect(stderr).toContain("held open");
    expect(stderr).toContain("stop it if it runs with --no-server");
    expect(stderr).not.toContain(".claim");
    running.child.kill("SIGINT");
    expect((await running.ended).code).toBe(130);
    expect((await place.run(["sessions", "delete", "latest", "--yes"])).code).toBe(0);
    expect(await list(place)).toEqual([]);
  });
});
