// Who answers the agent's questions in a run: rules, `--approve`, or a person at a terminal.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "./run-parley.ts";

const WRITE = "write notes.txt Hello\nsay Done";

describe("--approve", () => {
  it("ask rejects without a terminal, exits with 8, and writes nothing", async () => {
    await using place = await openPlace();
    const outcome = await place.run(["run", WRITE]);
    expect(outcome.code).toBe(8);
    expect(outcome.stderr).toContain("failed: Write notes.txt");
    expect(existsSync(place.file("notes.txt"))).toBe(false);
  });

  it("all allows every question", async () => {
    await using place = await openPlace();
    expect(await place.run(["run", "--approve", "all", WRITE])).toMatchObject({ code: 0, stdout: "Done\n" });
    expect(await readFile(place.file("notes.txt"), "utf8")).toBe("Hello");
  });

  it("all does not override a deny rule", async () => {
    await using place = await openPlace();
    await place.run(["rules", "add", "deny", "write"]);
    const outcome = await place.run(["run", "--approve", "all", WRITE]);
    expect(outcome.stderr).toContain("rejected: ");
    expect(existsSync(place.file("notes.txt"))).toBe(false);
  });

  it("none rejects without affecting the exit code", async () => {
    await using place = await openPlace();
    expect((await place.run(["run", "--approve", "none", WRITE])).code).toBe(0);
    expect(existsSync(place.file("notes.txt"))).toBe(false);
  });

  it("none is not reported as the user's answer by the built-in agent", async () => {
    await using place = await openPlace();
    const { stdout } = await place.run(["run", "--agent", "backend", "--approve", "none", WRITE]);
    expect(stdout).toContain("Not allowed: approve: none rejects every request. Nothing was changed.");
    const shown = await place.run(["sessions", "show", "latest"]);
    expect(shown.stdout).not.toContain("You rejected");
  });

  it("rules lets only rules allow, at any level", async () => {
    await using place = await openPlace();
    const run = () => place.run(["run", "--approve", "rules", "--level", "bypass", WRITE]);
    expect((await run()).code).toBe(0);
    expect(existsSync(place.file("notes.txt"))).toBe(false);
    await place.run(["rules", "add", "allow", "write(notes.txt)"]);
    expect((await run()).code).toBe(0);
    expect(existsSync(place.file("notes.txt"))).toBe(true);
  });

  it("has no effect on what the level allows", async () => {
    await using place = await openPlace();
    expect((await place.run(["run", "--level", "auto", WRITE])).code).toBe(0);
    expect(existsSync(place.file("notes.txt"))).toBe(true);
  });
});

function openTerminal(place: Place, args: readonly string[]): PseudoTerminal {
  return new PseudoTerminal(process.execPath, [PARLEY, ...args], {
    cwd: place.work,
    env: { ...place.env, TERM: "xterm" },
  });
}

describe("a user at a terminal", () => {
  it("is asked in plain lines, and asked again until the answer is valid", async () => {
    await using place = await openPlace();
    using terminal = openTerminal(place, ["run", WRITE]);
    await terminal.sees("wants to: Write notes.txt");
    await terminal.sees("Your answer? [1-");
    terminal.types("perhaps\r");
    await terminal.sees("Type the number");
    await terminal.sees("Your answer? [1-");
    terminal.types("1\r");
    await terminal.sees("Done");
    expect(await terminal.exited).toBe(0);
    expect(await readFile(place.file("notes.txt"), "utf8")).toBe("Hello");
  });

  it("fills in the agent's form", async () => {
    await using place = await openPlace();
    using terminal = openTerminal(place, ["run", "ask What is your name?"]);
    await terminal.sees("asks: What is your name?");
    await terminal.sees("Answer: ");
    terminal.types("Ada\r");
    await terminal.sees("You answered: Ada");
    expect(await terminal.exited).toBe(0);
  });

  it("cancels with Ctrl-C during a question", async () => {
    await using place = await openPlace();
    using terminal = openTerminal(place, ["run", WRITE]);
    await terminal.sees("Your answer? [1-");
    terminal.types("\u0003");
    await terminal.sees("Cancelled");
    expect(await terminal.exited).toBe(130);
    expect(existsSync(place.file("notes.txt"))).toBe(false);
  });

  it("can answer even if the prompt is piped in", async () => {
    await using place = await openPlace();
    const line = `echo 'write notes.txt Hello' | '${process.execPath}' '${PARLEY}' run`;
    const options = { cwd: place.work, env: { ...place.env, TERM: "xterm" } };
    using terminal = new PseudoTerminal("/bin/sh", ["-c", line], options);
    await terminal.sees("Your answer? [1-");
    terminal.types("1\r");
    expect(await terminal.exited).toBe(0);
    expect(await readFile(place.file("notes.txt"), "utf8")).toBe("Hello");
  });
});

describe("a folder with settings and rules", () => {
  async function prepare(place: Place): Promise<void> {
    await mkdir(place.file(".parley"));
    await writeFile(place.file(".parley", "rules.json"), '{"version":1,"autoAllow":["write(notes.txt)"]}');
    await writeFile(place.file(".parley", "config.json"), '{"agent":"no-such-agent"}');
  }

  it("is ignored until it is trusted", async () => {
    await using place = await openPlace();
    await prepare(place);
    const outcome = await place.run(["run", WRITE]);
    expect(outcome.code).toBe(8);
    expect(outcome.stderr).toContain("is not trusted");
    expect(existsSync(place.file("notes.txt"))).toBe(false);
  });

  it("is used with --trust, and from then on", async () => {
    await using place = await openPlace();
    await prepare(place);
    // Its settings count: they name an agent that is not there.
    const unset = { env: { PARLEY_AGENT: "" } };
    expect((await place.run(["run", "--trust", "say hi"], unset)).code).toBe(3);
    expect((await place.run(["run", "say hi"], unset)).code).toBe(3);
    // So do its rules; a flag goes before its settings.
    expect((await place.run(["run", "--agent", "script", WRITE])).code).toBe(0);
    expect(existsSync(place.file("notes.txt"))).toBe(true);
    const { stdout } = await place.run(["trust", "list", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ folders: [{ path: place.work }] });
    expect((await place.run(["trust", "revoke"])).code).toBe(0);
    expect((await place.run(["run", "say hi"])).code).toBe(0);
  });

  it("is asked about once in a terminal", async () => {
    await using place = await openPlace();
    await prepare(place);
    using terminal = openTerminal(place, ["run", "--agent", "script", WRITE]);
    await terminal.sees("Do you trust this folder? [y/N] ");
    terminal.types("y\r");
    await terminal.sees("Done");
    expect(await terminal.exited).toBe(0);
    using again = openTerminal(place, ["run", "--agent", "script", "say Again"]);
    await again.sees("Again");
    expect(await again.exited).toBe(0);
    const rules = JSON.parse(await readFile(join(place.home, "rules.json"), "utf8")) as { trusted: unknown[] };
    expect(rules.trusted).toHaveLength(1);
  });
});
