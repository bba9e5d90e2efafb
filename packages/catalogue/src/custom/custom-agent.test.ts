import { describe, expect, it } from "vitest";
import { checkCustomAgent, parseCustomAgents } from "./custom-agent.ts";

describe("agents in the configuration", () => {
  it("are read as they are written", () => {
    const mine = {
      command: "~/bin/mine",
      args: ["--acp"],
      env: { KEY: "k" },
      title: "Mine",
      versionArgs: ["version"],
      minimumVersion: "1.2.0",
    };
    expect([...parseCustomAgents({ mine, other: { command: "other", more: 1 } })]).toEqual([
      ["mine", mine],
      ["other", { command: "other" }],
    ]);
    expect(parseCustomAgents(undefined).size).toBe(0);
  });

  it.each([
    [[], "agents: expected an object"],
    [{ x: "goose" }, "agents.x: expected an object"],
    [{ x: {} }, "agents.x.command: expected a program"],
    [{ x: { command: " " } }, "agents.x.command: expected a program"],
    [{ x: { command: "a\0b" } }, "agents.x.command: expected a program"],
    [{ x: { command: "./agent" } }, "agents.x.command: expected a name or an absolute path"],
    [{ x: { command: String.raw`bin\agent` } }, "agents.x.command: expected a name or an absolute path"],
    [{ x: { command: "a", args: "b" } }, "agents.x.args: expected a list of strings"],
    [{ x: { command: "a", args: ["b", 1] } }, "agents.x.args[1]: expected a string"],
    [{ x: { command: "a", versionArgs: [null] } }, "agents.x.versionArgs[0]: expected a string"],
    [{ x: { command: "a", env: ["A=b"] } }, "agents.x.env: expected an object"],
    [{ x: { command: "a", env: { A: 1 } } }, "agents.x.env.A: expected"],
    [{ x: { command: "a", env: { "A=B": "c" } } }, "agents.x.env.A=B: expected"],
    [{ x: { command: "a", title: 1 } }, "agents.x.title: expected a string"],
    [{ x: { command: "a", minimumVersion: "new" } }, "agents.x.minimumVersion: expected a version"],
    [{ "../x": { command: "a" } }, "agents.../x: a name may only"],
    [JSON.parse('{"__proto__":{"command":"a"}}'), "agents.__proto__: a name may only"],
  ])("%j is an error that names the field", (raw, message) => {
    expect(() => parseCustomAgents(raw, "here.json")).toThrow(
      expect.objectContaining({ code: "bad_config", message: expect.stringContaining(`here.json: ${message}`) }),
    );
  });

  it("name all that is wrong at once", () => {
    expect(() => parseCustomAgents({ a: { command: 1, args: 2 }, b: 3 })).toThrow(
      "config.json: agents.a.command: expected a program; agents.a.args: expected a list of strings; agents.b: expected an object",
    );
  });

  it.each([
    "/bin/agent",
    "~/agent",
    "$TOOLS/agent",
    "%APPDATA%/agent",
    String.raw`C:\agent.exe`,
    "agent",
    "cd ./x && y",
  ])("may have the command %s", (command) => {
    expect(parseCustomAgents({ x: { command } }).get("x")).toEqual({ command });
  });
});

describe("an agent that is added", () => {
  it.each([
    ["mine", { command: "a", args: ["b", "c".repeat(8_193)] }, "/args/1: expected a string of at most 8192 characters"],
    ["mine", { command: "./a" }, "/command: expected a name or an absolute path"],
    ["a/b", { command: "a" }, "/name: a name may only contain letters"],
  ])("%s, %.40j: is refused as input, with the field", (name, agent, message) => {
    expect(() => checkCustomAgent(name, agent)).toThrow(
      expect.objectContaining({ code: "bad_input", message: expect.stringContaining(message) }),
    );
  });
});
