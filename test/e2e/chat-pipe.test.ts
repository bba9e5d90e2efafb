// One prompt through a pipe: what a script gets on stdout, on stderr and as an exit code. The same as `parley run` gives.
import { describe, expect, it } from "vitest";
import { runParley } from "./run-parley.ts";

const agentThat = (code: string): string[] => ["chat", "--", process.execPath, "-e", code];

describe("parley chat in a pipe", () => {
  it("runs the prompt and exits when the turn ends", async () => {
    const { code, stdout, stderr } = await runParley(["chat"], "say Hello\nplan look; leap\n");
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "Hello\n", stderr: "" });
  });

  it.each([
    ["stop refusal", 6, "The agent refused to continue"],
    ["stop max_tokens", 7, "token limit reached"],
    ["stop max_turn_requests", 7, "limit of requests"],
    ["fail out of paper", 1, "out of paper"],
  ])("reports %s with exit code %i", async (prompt, code, text) => {
    const outcome = await runParley(["chat"], prompt);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toContain(text);
    expect(outcome.stdout).toBe("");
  });

  it("accepts the prompt as an argument", async () => {
    expect(await runParley(["chat", "say", "Hello"])).toMatchObject({ code: 0, stdout: "Hello\n" });
  });

  it("rejects questions, and reports them with exit code 8", async () => {
    const outcome = await runParley(["chat"], "ask Is anybody there?");
    expect(outcome.code).toBe(8);
    expect(outcome.stderr).toContain("this is not a terminal");
  });

  it("says what to do if the agent is not found", async () => {
    const outcome = await runParley(["chat", "--", "no-such-agent-anywhere"], "say hi");
    expect(outcome.code).toBe(3);
    expect(outcome.stderr).toBe('Program "no-such-agent-anywhere" not found\nInstall it, or give its full path.\n');
  });

  it("shows the error output of an agent that crashes, and no answer of its own", async () => {
    const outcome = await runParley(agentThat('console.error("the disk is on fire"); process.exit(3)'), "say hi");
    expect(outcome.code).toBe(5);
    expect(outcome.stderr).toContain("exited with code 3");
    expect(outcome.stderr).toContain("the disk is on fire");
    expect(outcome.stdout).toBe("");
  });

  it("skips garbage on the agent's stdout", async () => {
    const noisy = `console.log("debug: starting"); const { spawn } = require("node:child_process");
      spawn(process.execPath, [process.argv[1], "script"], { stdio: "inherit" })`;
    const outcome = await runParley([...agentThat(noisy), (await import("./run-parley.ts")).PARLEY], "say still here");
    expect(outcome).toEqual({ code: 0, stdout: "still here\n", stderr: "" });
  });
});

describe("parley", () => {
  it("prints its version and its commands", async () => {
    expect((await runParley(["--version"])).stdout).toMatch(/^parley \d+\.\d+\.\d+\n$/);
    const help = await runParley(["--help"]);
    expect(help.stdout).toContain("chat");
    expect(help.stdout).toContain("script");
    expect(help.code).toBe(0);
    expect((await runParley(["chat", "--help"])).stdout).toContain("Usage: parley chat");
  });

  it.each([
    [["no-such-command"], 'Command "no-such-command" not found'],
    [["chat", "--no-such-flag"], "--no-such-flag"],
    [["chat", "--log-level"], "--log-level needs a value"],
    [["chat", "--log-level", "loud"], "expected one of debug, info, warn, error, silent"],
  ])("refuses %j with exit code 2", async (args, text) => {
    const outcome = await runParley(args);
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain(text);
  });
});
