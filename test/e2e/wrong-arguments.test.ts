// What the command says to arguments that do not fit: what is wrong, in the words of the command line, and exit code 2.
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "./run-parley.ts";
import { serve, type Served } from "./serve/served.ts";

let place: Place;
let server: Served;
beforeAll(async () => {
  place = await openPlace();
  server = await serve(place);
  await writeFile(place.file("one-line.txt"), "a\n");
  await writeFile(place.file("not.json"), "nonsense");
  await writeFile(place.file("no-type.json"), `{"type":"nosuch"}`);
  await mkdir(place.file("folder"));
  await symlink("circle", place.file("circle"));
  await writeFile(
    place.file("hello.yaml"),
    "title: Hello\ndescription: d\nprompt: say {{ who }}\nparameters:\n  - { key: who, description: whom }\n",
  );
  await place.run(["run", "say x"]);
}, 60_000);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

describe("wrong arguments", { timeout: 60_000 }, () => {
  it.each([
    [["run", "--cwd", "one-line.txt", "x"], "one-line.txt is not a folder\nCorrect --cwd."],
    [["run", "--cwd", "nowhere", "x"], "nowhere not found\nCorrect --cwd."],
    [["run", "--cwd", "circle", "x"], "circle cannot be opened: too many symbolic links encountered\nCorrect --cwd."],
    [["trust", "add", "circle"], "circle cannot be opened: too many symbolic links encountered"],
    [["run", "--add-dir", "one-line.txt", "x"], "one-line.txt is not a folder\nCorrect --add-dir."],
    [["trust", "add", "one-line.txt"], "one-line.txt is not a folder"],
    [["run", "--file", "one-line.txt:7", "x"], "has only 1 line; line 7 not found"],
    [["run", "--json-schema", "not.json", "x"], "--json-schema not.json is not JSON: line 1: expected a value"],
    [
      ["run", "--json-schema", "no-type.json", "x"],
      "is not a JSON Schema: /type must be equal to one of the allowed values\n",
    ],
    [["run", "--json-schema", "folder", "x"], "--json-schema folder cannot be read: it is a folder"],
    [["run", "--json-schema", '{"type":"object"}', "x"], "is a schema; write it to a file, and pass its path"],
    [["run", "--max-cost", "-1", "x"], '--max-cost is "-1"; expected an amount in US dollars above 0'],
    [["run", "--agent", "backend", "--mode", "assistnt", "x"], "judge, planner. Did you mean assistant?"],
    [["run", "--server", "http://127.0.0.1:1", "--no-server", "x"], "--server and --no-server cannot be used together"],
    [["--json", "sessions", "list"], 'Options follow the command, and "sessions" is one;'],
    [["--agent", "script", "run", "say x"], 'Options follow the command, and "run" is one;'],
    [["--agnet", "script"], "Option --agnet not found for parley chat. Did you mean --agent?"],
    [["sessions", "ls"], 'Command "sessions ls" not found. Did you mean list?'],
    [["sessions", "constructor"], 'Command "sessions constructor" not found\n'],
    [["agents", "rm", "x"], 'Command "agents rm" not found. Did you mean remove?'],
    [["agent", "list"], 'Command "agent list" not found. Did you mean agents list?'],
    [["rules", "add", "deny", "run rm"], "Did you mean execute(rm *)?"],
    [["rules", "add", "deny", ".env"], "Did you mean write(.env) or read(.env)?"],
    [["sessions", "import", "nowhere.json"], "File nowhere.json not found"],
    [["sessions", "search", ""], "TEXT is empty"],
    [["sessions", "import", "folder"], "folder cannot be read: it is a folder"],
    [["sessions", "changes", "latest", "--path", "a.txt"], 'The selected turns did not change "a.txt"'],
    [
      ["sessions", "rewind", "latest", "--turn", "9"],
      "Turn 9 is not part of the conversation; it can be rewound to turn 1",
    ],
    [["queue", "withdraw", "latest", "x"], 'NUMBER is "x"; expected a whole number, 1 or more'],
    [["recipe", "run", "nosuch"], 'Recipe "nosuch" not found'],
    [["recipe", "run", "hello.yaml"], "--param who is missing: whom"],
    [["recipe", "run", "hello.yaml", "--param", "who=a", "--param", "what=b"], "--param what: no such parameter"],
    [["agent", "logout", "nosuch"], 'Provider "nosuch" not found; available: anthropic,'],
  ])("%j", async (args, message) => {
    const { code, stdout, stderr } = await place.run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/Unexpected error|Invalid input|E[A-Z]{4,}:/);
  });

  it.each([
    [["run", "--agent", "backnd", "x"], "Did you mean backend?"],
    [["agents", "show", "gemni"], 'Agent "gemni" not found. Did you mean gemini?\n'],
  ])("names an agent that is spelt alike: %j", async (args, message) => {
    const { code, stderr } = await place.run(args);
    expect([code, stderr]).toEqual([3, expect.stringContaining(message)]);
  });

  it("says why a file cannot be written and a server cannot be reached", async () => {
    const exported = await place.run(["sessions", "export", "latest", "--output", "nowhere/x.json"]);
    expect(exported).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/x\.json cannot be written: its folder does not exist/),
    });
    const away = await place.run(["run", "--server", "http://127.0.0.1:1", "x"]);
    expect(away).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("No server at http://127.0.0.1:1: connection refused\n"),
    });
  });
});
