import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CommandContext, CommandResult } from "../../commands/command.ts";
import { callTool } from "../testing/call-tool.ts";
import { openFixtureProgram, type FixtureProgram } from "../testing/fixture-program.ts";
import { PIXEL } from "../testing/fixture-server.ts";
import { startServers, type StartedServers } from "../testing/start-servers.ts";

let fixture: FixtureProgram;
let started: StartedServers;
const signal = new AbortController().signal;

beforeAll(async () => {
  fixture = await openFixtureProgram();
  const limits = { reconnectDelayMs: 60_000, reconnectDelayMsMax: 60_000 };
  started = startServers([fixture.server("serve", { name: "My Docs" })], { cwd: fixture.folder.path, limits });
  await started.servers.settled(20_000, signal);
});
afterAll(async () => {
  await started[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

/** Nothing else of the session is reached. */
const context = { signal } as CommandContext;

async function run(name: string, rest: string): Promise<CommandResult> {
  const command = started.servers.commands.find((candidate) => candidate.name === name);
  if (command === undefined) throw new Error(`There is no /${name}`);
  return command.run(rest, context);
}

const image = { type: "image", mimeType: "image/png", data: PIXEL };

describe("prompts", () => {
  it("are commands with a hint", () => {
    expect(started.servers.commands.map(({ name, hint, description }) => ({ name, hint, description }))).toEqual([
      { name: "My_Docs:greet", hint: "<name> [tone]", description: "Greets somebody. (MCP server My Docs)" },
      {
        name: "My_Docs:resource",
        hint: "[uri or name] [what to do with it]",
        description: "List the 3 resources of the MCP server My Docs, or read one",
      },
    ]);
  });

  it("become what the server makes of them", async () => {
    expect(await run("My_Docs:greet", "Ann very loud")).toEqual({
      prompt: [
        { type: "text", text: "Greet Ann, very loud." },
        { type: "text", text: "The assistant's answer, to continue from:" },
        { type: "text", text: "Hello" },
        image,
      ],
    });
  });

  it("say what is missing", async () => {
    const result = await run("My_Docs:greet", "tone=loud");
    expect(result).toEqual({
      say: expect.stringMatching(/^`\/My_Docs:greet` needs `name`\.\n[^]*- `tone` \(optional\)/),
    });
  });
});

describe("resources", () => {
  it("are listed", async () => {
    const result = await run("My_Docs:resource", " ");
    expect(result).toEqual({ say: expect.stringContaining("- `memo://one` – one memo: The first.") });
    expect(result).toEqual({ say: expect.stringContaining("- `memo://by-name/{name}` (replace the parts in braces)") });
  });

  const one = { type: "text", text: '<resource uri="memo://one">\nthe text of one\n</resource>' };
  it.each([
    ["memo://one", [one]],
    ["one memo", [one]],
    ["one memo sum it up", [one, { type: "text", text: "sum it up" }]],
    ["memo://one  sum it up", [one, { type: "text", text: "sum it up" }]],
    ["picture", [image]],
    ["memo://by-name/ann", [{ type: "text", text: '<resource uri="memo://by-name/ann">\nabout ann\n</resource>' }]],
  ])("are given to the model by %j", async (argument, prompt) => {
    expect(await run("My_Docs:resource", argument)).toEqual({ prompt });
  });

  it("that do not exist are reported", async () => {
    const result = await run("My_Docs:resource", "memo://none");
    expect(result).toEqual({ say: expect.stringMatching(/^`memo:\/\/none` was not read\. .*not found/i) });
  });
});

it("says so when the server is gone", async () => {
  const commands = [...started.servers.commands];
  await callTool(started.servers, "mcp__My_Docs__crash");
  expect(started.servers.commands).toEqual([]);
  for (const command of commands) {
    const result = await command.run("memo://one", context);
    expect(result).toEqual({ say: expect.stringMatching(/^The MCP server "My Docs" is disconnected/) });
  }
});
