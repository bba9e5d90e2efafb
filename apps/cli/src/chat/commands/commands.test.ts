import type { SessionInfo } from "@parley/home/session-log";
import type { SessionConfigOption } from "@parley/acp";
import type { Session } from "@parley/client";
import { describe, expect, it } from "vitest";
import { plainTheme, toText } from "../../terminal/testing/draw.ts";
import { drawBlock } from "../draw/draw-block.ts";
import type { TerminalBlock } from "../terminal-block.ts";
import type { ChatActions } from "./command.ts";
import { Cycle } from "./cycle.ts";
import { nextMode } from "./settings.ts";
import { chatTable, listCommands, readTyped } from "./table.ts";

const agentCommands = [
  { name: "review", description: "Review" },
  { name: "help", description: "Its help" },
];

describe("readTyped", () => {
  it.each([
    ["hello", { type: "prompt", text: "hello" }],
    ["/review this", { type: "prompt", text: "/review this" }],
    ["//help me", { type: "prompt", text: "/help me" }],
    ["/usr/bin/env is what?", { type: "prompt", text: "/usr/bin/env is what?" }],
    ["/nonsense", { type: "unknown", name: "nonsense" }],
    ["/ x", { type: "prompt", text: "/ x" }],
  ])("reads %j", (text, expected) => {
    expect(readTyped(text, agentCommands)).toEqual(expected);
  });

  it("knows our commands, their other names and what follows them", () => {
    expect(readTyped(" /mode  code ", [])).toMatchObject({ type: "ours", command: { name: "mode" }, argument: "code" });
    expect(readTyped("/quit", [])).toMatchObject({ type: "ours", command: { name: "exit" } });
  });
});

class Desk {
  readonly printed: string[] = [];
  readonly called: unknown[][] = [];
  readonly picked: (string | undefined)[];
  readonly titles: string[] = [];
  /** What each turn changed, as the hub lists it. */
  turns: readonly (readonly object[])[] = [];
  left: readonly object[] = [];

  constructor(...picked: readonly (string | undefined)[]) {
    this.picked = [...picked];
  }

  open(changes: Partial<Record<keyof ChatActions, unknown>> = {}): ChatActions {
    const configOptions: SessionConfigOption[] = [
      { id: "thoughts", name: "Thoughts", type: "boolean", currentValue: true },
      {
        id: "effort",
        name: "Effort",
        type: "select",
        currentValue: "low",
        options: [
          {
            group: "g",
            name: "G",
            options: [
              { value: "low", name: "Low" },
              { value: "high", name: "High" },
            ],
          },
        ],
      },
    ];
    const session: Partial<Session> = {
      id: "me",
      isRunning: false,
      commands: agentCommands,
      choices: {
        modes: [
          { id: "ask", name: "Ask first" },
          { id: "auto", name: "Auto" },
        ],
        modeId: "auto",
        models: [],
        modelId: undefined,
        configOptions,
      },
      setMode: (...args) => this.#note("setMode", ...args),
      setConfigOption: (...args) => this.#note("setConfigOption", ...args),
    };
    const actions = {
      session,
      view: { chatView: { lastAnswer: "" }, review: (work: () => Promise<unknown>) => work() },
      host: {
        agent: { title: "Reviewer" },
        requests: { request: (name: string, params: object) => this.#request(name, params) },
        sessions: { find: () => Promise.resolve(undefined), list: () => Promise.resolve([INFO]) },
      },
      cwd: "/w",
      print: (block: TerminalBlock) => this.printed.push(toText(drawBlock(block, plainTheme(), false))),
      note: (_severity: string, text: string, detail = "") => this.printed.push(`${text} ${detail}`.trim()),
      pick: (title: string) => {
        this.titles.push(title);
        return Promise.resolve(this.picked.shift());
      },
      during: (_text: string, work: () => Promise<unknown>) => work(),
      resume: (info: SessionInfo) => this.#note("resume", info.id),
      ...changes,
    };
    return actions as unknown as ChatActions;
  }

  #request(name: string, params: { readonly turn?: string; readonly paths?: readonly string[] }): Promise<unknown> {
    const turns = this.turns.map((files, index) => ({ number: index + 1, files: files.length }));
    const files = params.turn === undefined ? this.turns.flat() : (this.turns[Number(params.turn) - 1] ?? []);
    if (name === "changes/list") return Promise.resolve({ turns, files, omitted: 0 });
    if (name === "changes/file") return Promise.resolve({ ...this.turns.flat()[0], hunks: [{ number: 1, id: "h1" }] });
    this.called.push([name, params]);
    return Promise.resolve({ files: [{ path: "a" }], left: this.left.slice(0, "force" in params ? 0 : 1) });
  }

  #note(...call: unknown[]): Promise<void> {
    this.called.push(call);
    return Promise.resolve();
  }
}

const INFO: SessionInfo = {
  id: "other",
  agent: { name: "goose" },
  cwd: "/w",
  title: "Fix it",
  createdAtMs: 0,
  updatedAtMs: Date.now() - 7_200_000,
  turns: 3,
};

async function run(text: string, actions: ChatActions): Promise<void> {
  const typed = readTyped(text, []);
  if (typed.type !== "ours") throw new Error(`${text} is no command`);
  await typed.command.run(typed.argument, actions);
}

describe("commands", () => {
  it("switch the mode by id, by name or from a list", async () => {
    const actions = new Desk("auto");
    await run("/mode ask", actions.open());
    await run("/mode ASK FIRST", actions.open());
    await run("/mode", actions.open());
    await run("/mode nope", actions.open());
    expect(actions.called).toEqual([
      ["setMode", "ask"],
      ["setMode", "ask"],
      ["setMode", "auto"],
    ]);
    expect(actions.printed).toEqual(['"nope" is not a mode. Available: ask, auto']);
    await nextMode(actions.open(), new Cycle());
    expect(actions.called.at(-1)).toEqual(["setMode", "ask"]);
  });

  it("set options, in groups and as on and off", async () => {
    const actions = new Desk("effort", "high");
    await run("/config", actions.open());
    await run("/config thoughts no", actions.open());
    await run("/config effort", actions.open());
    expect(actions.called).toEqual([
      ["setConfigOption", "effort", "high"],
      ["setConfigOption", "thoughts", false],
    ]);
  });

  it("say so when there is nothing to choose", async () => {
    const actions = new Desk();
    await run("/model", actions.open());
    expect(actions.printed).toEqual(["The agent does not offer any model."]);
  });

  it("rename the session", async () => {
    const actions = new Desk();
    await run("/rename", actions.open());
    await run("/rename Fix the login", actions.open());
    expect(actions.called).toEqual([["sessions/rename", { id: "me", name: "Fix the login" }]]);
    expect(actions.printed).toEqual([
      "Pass a name, such as /rename Fix the login",
      "Renamed this session to Fix the login",
    ]);
  });

  it("take up another session", async () => {
    const actions = new Desk("other");
    await run("/sessions", actions.open());
    await run("/resume nope", actions.open());
    expect(actions.called).toEqual([["resume", "other"]]);
    expect(actions.printed).toEqual(['Session not found: "nope".']);
  });

  it("undo and redo the last turn that has something open, a file of it, or a hunk", async () => {
    const desk = new Desk("no", "yes", "overwrite");
    await run("/undo", desk.open());
    desk.turns = [
      [{ path: "a", change: "modified", state: "pending" }],
      [{ path: "b", change: "added", state: "undone" }],
    ];
    await run("/undo", desk.open());
    expect(desk.called).toEqual([]);
    desk.left = [{ path: "a", reason: "changed_since", message: "It was changed since" }];
    await run("/undo", desk.open());
    desk.left = [];
    await run("/redo", desk.open());
    await run("/undo a 1", desk.open());
    await run("/redo a", desk.open());
    await expect(run("/undo a 2", desk.open())).rejects.toThrow("a has no hunk 2");
    const id = "me";
    expect(desk.called).toEqual([
      ["changes/undo", { id, turn: "1" }],
      ["changes/undo", { id, turn: "1", force: true }],
      ["changes/redo", { id, turn: "2" }],
      ["changes/undo", { id, paths: ["a"], hunks: ["h1"] }],
    ]);
    expect(desk.titles).toEqual([
      "Undo the last turn's changes to 1 file?",
      "Undo the last turn's changes to 1 file?",
      "1 file changed since: a",
    ]);
    expect(desk.printed.at(0)).toBe("Nothing to undo.");
    expect(desk.printed.at(-1)).toBe("Nothing to redo: nothing was undone.");
  });

  it("list files and help", async () => {
    const desk = new Desk();
    await run("/files", desk.open());
    desk.turns = [[{ path: "a", change: "modified" }], [{ path: "b", change: "added", lines_added: 1 }]];
    await run("/files", desk.open());
    expect(desk.printed).toEqual(["No files changed so far.", "2 files changed  +1\n  M a\n  A b  +1"]);
    await run("/help", desk.open());
    expect(desk.printed[2]).toMatch(/^Keys\n[^]*\nCtrl-R [^]*\n\nCommands\n[^]*\n\/undo /);
    expect(desk.printed[2]).toMatch(/\n\nCommands of Reviewer\n\/review /);
  });

  it("are listed with the agent's own, none hidden behind ours", () => {
    const names = listCommands(new Desk().open()).map(({ name }) => name);
    expect(names.slice(-2)).toEqual(["review", "/help"]);
    expect(names.slice(0, chatTable.length)).toEqual(chatTable.map(({ name }) => name));
  });
});
