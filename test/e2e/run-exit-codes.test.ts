// What `parley run` says about being used wrongly. The table of exit codes has its own test: exit-codes.test.ts.
import { describe, expect, it } from "vitest";
import { openPlace, runParley } from "./run-parley.ts";

describe("parley run exits with", () => {
  it.each([
    [["run", "--agnet", "x"], "Did you mean --agent?"],
    [["run", "--format", "xml", "hi"], "expected one of text, json, ndjson"],
    [["run", "--approve", "maybe", "hi"], "expected one of ask, all, none, rules"],
    [["run", "--cwd", "/no/such/folder", "hi"], "Folder /no/such/folder not found"],
    [["run", "--file", "missing.txt", "hi"], "not found"],
    [["run", "--config", "novalue", "hi"], "expected ID=VALUE"],
    [["run", "--mode", "dance", "hi"], 'Mode "dance" not found; available: code, chat'],
    [["run", "--session", "0123", "hi"], 'Session "0123" not found'],
    [["run", "--continue", "hi"], "No session to continue"],
    [["run", "hi", "--"], "The agent's command is missing after --"],
    [["run"], "The prompt is empty"],
    [["sessions", "list", "--limit", "0"], "expected a whole number, 1 or more"],
    [["rules", "add", "deny", "execute(npm publish"], "is not a rule"],
    [["rules", "add", "deny", "run rm"], "Did you mean execute(rm *)?\nRead the format: "],
    [["serve", "--port", "99999"], "expected a whole number from 0 to 65535"],
    [["trace", "show", "missing.ndjson"], "missing.ndjson"],
    [["no-such-command"], 'Command "no-such-command" not found'],
    [["rnu"], "Did you mean run?"],
    [["fix the tests"], 'Did you mean parley run "fix the tests"?'],
    [["sessions", "lst"], "Did you mean list?"],
  ])("2 for %j", async (args, text) => {
    const outcome = await runParley(args);
    expect(outcome).toMatchObject({ code: 2, stdout: "" });
    expect(outcome.stderr).toContain(text);
  });

  it("3 if the program is not found, and does not answer itself", async () => {
    const outcome = await runParley(["run", "say hi", "--", "no-such-agent-anywhere"]);
    expect(outcome).toMatchObject({ code: 3, stdout: "" });
    expect(outcome.stderr).toContain('"no-such-agent-anywhere"');
  });

  it("2 if the configuration is broken, and names the file", async () => {
    const { writeFile } = await import("node:fs/promises");
    await using place = await openPlace();
    await writeFile(`${place.home}/config.json`, "{");
    const outcome = await place.run(["run", "say hi"]);
    expect(outcome).toMatchObject({ code: 2, stdout: "" });
    expect(outcome.stderr).toContain(`${place.home}/config.json is not JSON`);
  });
});
