// Agents in the styles of other systems, driven by the built command: alone, and through the server.
import { otherSystemAgent, type OtherSystem } from "@parley/test-support";
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Outcome, type Place } from "../run-parley.ts";
import { serve, type Served } from "../serve/served.ts";

const SYSTEMS: readonly OtherSystem[] = ["eisen", "client-spec", "superset", "ggcode"];

let place: Place;
let server: Served;

beforeAll(async () => {
  place = await openPlace();
  for (const system of SYSTEMS) {
    const add = ["agents", "add", `${system}-style`, "--", process.execPath, otherSystemAgent(system)];
    await place.run(add);
    await place.run(add, { env: place.inSecondHome });
  }
  server = await serve(place);
}, 120_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

interface Event {
  readonly sessionId: string;
  readonly type: string;
  readonly update?: Readonly<Record<string, unknown>>;
  readonly options?: readonly object[];
}

interface Turn {
  readonly code: number | null;
  readonly stderr: string;
  readonly events: readonly Event[];
  readonly updates: readonly Readonly<Record<string, unknown>>[];
  readonly text: string;
}

/** `--no-server` runs the agent in the command itself, in a home whose sessions no server has. */
const WAYS = { alone: ["--no-server"], "through the server": [] } as const;

async function turn(
  system: OtherSystem,
  prompt: string,
  way: keyof typeof WAYS,
  options: readonly string[] = ["--approve", "all"],
): Promise<Turn> {
  const args = ["run", "--format", "ndjson", "--agent", `${system}-style`, ...WAYS[way], ...options, prompt];
  return toTurn(await place.run(args, { env: way === "alone" ? place.inSecondHome : {} }));
}

function toTurn({ code, stdout, stderr }: Outcome): Turn {
  const lines = stdout.split("\n").filter((line) => line !== "");
  const events = lines.map((line) => JSON.parse(line) as Event);
  const updates = events.flatMap(({ update }) => (update === undefined ? [] : [update]));
  const chunks = updates.filter(({ sessionUpdate }) => sessionUpdate === "agent_message_chunk");
  const texts = chunks.map(({ content }) => (content as { readonly text?: string }).text ?? "");
  return { code, stderr, events, updates, text: texts.join("") };
}

const GGCODE_NO = { outcome: { outcome: "selected", optionId: "n", selectedOption: { optionId: "n" } } };

describe.each(["alone", "through the server"] as const)("%s", { timeout: 120_000 }, (way) => {
  // What names no session comes first: the server then knows that a process of this agent can have only one.
  it("the vscode-acp client spec: files and terminals without a session", async () => {
    const files = await turn("client-spec", "files", way);
    expect(JSON.parse(files.text)).toEqual({ written: { result: {} }, read: { result: { content: "two\n" } } });
    expect(await readFile(place.file("made.txt"), "utf8")).toBe("one\ntwo\n");
    const terminal = await turn("client-spec", "terminal", way);
    expect(JSON.parse(terminal.text)).toMatchObject({
      exited: { result: { exitCode: 0 } },
      output: { result: { output: "hi\n", exitCode: 0 } },
      released: { result: {} },
    });
  });

  it("ggcode: files and terminals without a session, answers with an exit status", async () => {
    const { text } = await turn("ggcode", "callbacks", way);
    expect(JSON.parse(text)).toMatchObject({
      written: { result: {} },
      read: { result: { content: "made" } },
      exited: { result: { exitStatus: { exitCode: 3 } } },
      output: { result: { output: "", exitStatus: { exitCode: 3 } } },
    });
  });

  it("Eisen: a permission request without a session", async () => {
    const { text } = await turn("eisen", "permission", way);
    expect(JSON.parse(text)).toEqual({ result: { outcome: { outcome: "selected", optionId: "yes" } } });
  });

  it("the vscode-acp client spec: every update", async () => {
    const { code, updates, text } = await turn("client-spec", "tour", way);
    expect(code).toBe(0);
    expect(text).toBe("Hello! This is a mock response.");
    // The server says first which mode the session is in.
    expect(updates.slice(-7)).toMatchObject([
      { sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "a thought" } },
      { sessionUpdate: "plan", entries: [{ content: "Look around", priority: "high", status: "in_progress" }] },
      { sessionUpdate: "available_commands_update", availableCommands: [{ name: "review" }] },
      { sessionUpdate: "current_mode_update", currentModeId: "Code" },
      { sessionUpdate: "tool_call", toolCallId: "read-1", title: "Read a.txt", kind: "read" },
      { sessionUpdate: "tool_call_update", toolCallId: "read-1", status: "completed", title: "Read a.txt (3 lines)" },
      { sessionUpdate: "agent_message_chunk" },
    ]);
  });

  it("the vscode-acp client spec: a flat permission request gets a flat answer", async () => {
    const { text, events } = await turn("client-spec", "permission", way);
    expect(JSON.parse(text)).toEqual({ result: { option: "allow_once" } });
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "permission_asked",
        toolCall: expect.objectContaining({ toolCallId: "run-1", title: "Run the tests" }) as object,
        options: [
          { optionId: "allow_once", name: "Allow once", kind: "allow_once" },
          { optionId: "allow_always", name: "Always allow", kind: "allow_always" },
          { optionId: "reject_once", name: "Reject once", kind: "reject_once" },
        ],
      }),
    );
    const rejected = await turn("client-spec", "permission", way, ["--approve", "none"]);
    expect(JSON.parse(rejected.text)).toEqual({ result: { option: "reject_once" } });
  });

  it("ggcode: empty fields are left out", async () => {
    const { code, updates } = await turn("ggcode", "tour", way);
    expect(code).toBe(0);
    expect(updates).toMatchObject([
      { sessionUpdate: "plan", entries: [{ content: "Look around", priority: "medium", status: "pending" }] },
      { content: { type: "resource_link", uri: "https://example.com/a.png", name: "a.png" } },
      { content: { type: "audio", data: "AAAA", mimeType: "audio/wav" } },
      { sessionUpdate: "tool_call", toolCallId: "b-1", title: "open", rawInput: { url: "https://example.com" } },
      { sessionUpdate: "tool_call_update", toolCallId: "b-1", status: "completed", rawOutput: "opened" },
      { sessionUpdate: "tool_call", toolCallId: "b-2", kind: "fetch" },
      { toolCallId: "b-2", content: [{ type: "content", content: { type: "text", text: "A page" } }] },
      { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "Seen." } },
    ]);
  });

  it("ggcode: a permission request whose content is one object", async () => {
    const { text, events } = await turn("ggcode", "permission", way, ["--approve", "all"]);
    // It reads the option from `selectedOption`.
    const outcome = { outcome: "selected", optionId: "y", selectedOption: { optionId: "y" } };
    expect(JSON.parse(text)).toEqual({ result: { outcome } });
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "permission_asked",
        toolCall: expect.objectContaining({
          content: [{ type: "diff", path: place.file("a.txt"), oldText: "before", newText: "" }],
        }) as object,
      }),
    );
    const { events: stopped } = await turn("ggcode", "too long", way);
    expect(stopped).toContainEqual(expect.objectContaining({ type: "stop", stopReason: "max_turn_requests" }));
  });

  it("superset server: text, thinking, tool_call and tool_result", async () => {
    const { code, text, updates } = await turn("superset", "hello", way);
    expect({ code, text }).toEqual({ code: 0, text: "You said: hello" });
    expect(updates).toMatchObject([
      { sessionUpdate: "agent_thought_chunk", content: { text: "Let me see. " } },
      { sessionUpdate: "tool_call", toolCallId: "call-1", title: "list_files" },
      { sessionUpdate: "tool_call_update", toolCallId: "call-1", status: "completed", rawOutput: "a.txt" },
      { sessionUpdate: "tool_call", toolCallId: "call-2", title: "Read a.txt" },
      { sessionUpdate: "tool_call_update", toolCallId: "call-2", status: "failed" },
      { sessionUpdate: "agent_message_chunk" },
      { sessionUpdate: "agent_message_chunk" },
    ]);
  });

  it("Eisen: a diff without a path, commands without a description", async () => {
    const { code, text, updates } = await turn("eisen", "diff", way);
    expect({ code, text }).toEqual({ code: 0, text: "edited" });
    expect(updates).toMatchObject([
      { availableCommands: [{ name: "init", description: "" }] },
      { sessionUpdate: "tool_call", toolCallId: "edit-1" },
      { status: "completed", content: [{ type: "diff", path: "", oldText: "before", newText: "after" }] },
      { sessionUpdate: "agent_message_chunk" },
    ]);
  });

  // Whatever the level, nobody is there to ask: 8 says so.
  it.each([
    ["eisen", "permission", { outcome: { outcome: "selected", optionId: "no" } }],
    ["eisen", "ask to edit", { outcome: { outcome: "cancelled" } }],
    ["ggcode", "permission without a tool call", GGCODE_NO],
    ["ggcode", "permission with an empty id", GGCODE_NO],
    ["client-spec", "permission with an unknown kind", { option: "cancelled" }],
  ] as const)("%s: the user answers %s", async (system, prompt, result) => {
    const { code, text } = await turn(system, prompt, way, ["--level", "bypass"]);
    expect(JSON.parse(text)).toEqual({ result });
    expect(code).toBe(8);
  });
});

it("several sessions in one process: requests without a session are refused, and the next turn gets its own process", async () => {
  await place.run(["agents", "add", "late-style", "--", process.execPath, otherSystemAgent("ggcode")]);
  const late = ["run", "--format", "ndjson", "--agent", "late-style", "--approve", "all"];
  await place.run([...late, "tour"]);
  const refused = toTurn(await place.run([...late, "callbacks"]));
  expect(JSON.parse(refused.text)).toMatchObject({
    written: { error: { code: -32602, data: { path: "/sessionId" } } },
    read: { error: { code: -32602 } },
  });
  const [event] = refused.events;
  const again = toTurn(await place.run([...late, "--session", event?.sessionId ?? "", "callbacks"]));
  expect(JSON.parse(again.text)).toMatchObject({ written: { result: {} }, read: { result: { content: "made" } } });
}, 120_000);

it("no rule allows a call that was not understood", { timeout: 120_000 }, async () => {
  await using own = await openPlace();
  for (const rule of ["execute(npm test)", "tool(*)", "write(**)"]) await own.run(["rules", "add", "allow", rule]);
  const run = async (system: OtherSystem, prompt: string): Promise<unknown> => {
    const agent = ["--", process.execPath, otherSystemAgent(system)];
    const { stdout } = await own.run(["run", "--approve", "rules", "--level", "bypass", prompt, ...agent]);
    return JSON.parse(stdout);
  };
  expect(await run("client-spec", "permission")).toEqual({ result: { option: "allow_once" } });
  expect(await run("client-spec", "permission with an unknown kind")).toEqual({ result: { option: "cancelled" } });
  expect(await run("eisen", "permission")).toEqual({ result: { outcome: { outcome: "selected", optionId: "no" } } });
});

it("unnamed options are shown with names, and the selected one is sent", async () => {
  await using own = await openPlace();
  const args = [PARLEY, "run", "permission", "--", process.execPath, otherSystemAgent("eisen")];
  using terminal = new PseudoTerminal(process.execPath, args, { cwd: own.work, env: { ...own.env, TERM: "xterm" } });
  await terminal.sees("An action that the agent did not describe");
  await terminal.sees("Always allow");
  await terminal.sees("Reject once");
  await terminal.sees("Your answer? [1-");
  terminal.types("2\r");
  await terminal.sees('"optionId":"always"');
  expect(await terminal.exited).toBe(0);
});
