// What `parley run` says with its exit code: every one of them, from real agents.
import { describe, expect, it } from "vitest";
import { liar, program, scripted } from "./agents.ts";
import { openPlace, runParley } from "./run-parley.ts";

describe("parley run ends with", () => {
  it("0 when the turn ended in good order", async () => {
    expect(await runParley(["run", "say Hello"])).toEqual({ code: 0, stdout: "Hello\n", stderr: "" });
  });

  it("1 when the agent failed", async () => {
    const outcome = await runParley(["run", "fail out of paper"]);
    expect(outcome).toMatchObject({ code: 1, stdout: "" });
    expect(outcome.stderr).toContain("out of paper");
  });

  it.each([
    [["run", "--agnet", "x"], "Did you mean --agent?"],
    [["run", "--format", "xml", "hi"], "expected one of text, json, ndjson"],
    [["run", "--approve", "maybe", "hi"], "expected one of ask, all, none, rules"],
    [["run", "--cwd", "/no/such/folder", "hi"], "There is no folder /no/such/folder"],
    [["run", "--file", "missing.txt", "hi"], "There is no file"],
    [["run", "--config", "novalue", "hi"], "expected ID=VALUE"],
    [["run", "--mode", "dance", "hi"], 'has no mode "dance"; there are code, chat'],
    [["run", "--session", "0123", "hi"], 'There is no session "0123"'],
    [["run", "--continue", "hi"], "to go on with"],
    [["run", "hi", "--"], "After -- comes the command line"],
    [["run"], "The prompt is empty"],
    [["no-such-command"], 'There is no command "no-such-command"'],
    [["rnu"], "Did you mean run?"],
    [["fix the tests"], 'Did you mean parley run "fix the tests"?'],
    [["sessions", "lst"], "Did you mean list?"],
  ])("2 for %j", async (args, text) => {
    const outcome = await runParley(args);
    expect(outcome).toMatchObject({ code: 2, stdout: "" });
    expect(outcome.stderr).toContain(text);
  });

  it("3 when there is no such program, and never answers in its place", async () => {
    const outcome = await runParley(["run", "say hi", "--", "no-such-agent-anywhere"]);
    expect(outcome).toMatchObject({ code: 3, stdout: "" });
    expect(outcome.stderr).toContain('"no-such-agent-anywhere"');
  });

  it("3 when there is no agent of that name, and says where to look", async () => {
    const outcome = await runParley(["run", "--agent", "nobody", "say hi"]);
    expect(outcome).toMatchObject({ code: 3, stdout: "" });
    expect(outcome.stderr).toContain("parley agents list");
  });

  it("3 when the agent speaks another version", async () => {
    const outcome = await runParley(["run", "hi", ...(await liar("speaks-version-2"))]);
    expect(outcome).toMatchObject({ code: 3, stdout: "" });
    expect(outcome.stderr).toContain("version 2");
  });

  it("4 when signing in is needed", async () => {
    const outcome = await runParley(["run", "say hi", ...(await scripted({ requireSignIn: true }))]);
    expect(outcome).toMatchObject({ code: 4, stdout: "" });
  });

  it("5 when the agent dies before it has said a word, with its last ones", async () => {
    const agent = program('console.error("the disk is on fire"); process.exit(3)');
    const outcome = await runParley(["run", "say hi", ...agent]);
    expect(outcome).toMatchObject({ code: 5, stdout: "" });
    expect(outcome.stderr).toContain("exit code 3");
    expect(outcome.stderr).toContain("the disk is on fire");
  });

  it("5 when the agent is killed in the middle of a turn, with what it said until then", async () => {
    const outcome = await runParley(["run", "lie", ...(await liar("killed-mid-turn"))]);
    expect(outcome).toMatchObject({ code: 5, stdout: "before\n" });
    expect(outcome.stderr).toContain("SIGKILL");
  });

  it.each([
    ["stop refusal", 6, "refused"],
    ["stop max_tokens", 7, "limit of tokens"],
    ["stop max_turn_requests", 7, "limit of requests"],
  ])("what %j means", async (prompt, code, text) => {
    const outcome = await runParley(["run", prompt]);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toContain(text);
  });

  it("8 when something had to be asked and nobody was there", async () => {
    const outcome = await runParley(["run", "ask Is anybody there?"]);
    expect(outcome.code).toBe(8);
    expect(outcome.stderr).toContain("there is no terminal to ask in");
  });

  it("2 when the configuration is broken, and names the file", async () => {
    const { writeFile } = await import("node:fs/promises");
    await using place = await openPlace();
    await writeFile(`${place.home}/config.json`, "{");
    const outcome = await place.run(["run", "say hi"]);
    expect(outcome).toMatchObject({ code: 2, stdout: "" });
    expect(outcome.stderr).toContain(`${place.home}/config.json is not JSON`);
  });
});
