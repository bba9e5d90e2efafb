import type { SessionInfo } from "@parley/home/session-log";
import type { ChangesEvent, SessionConfigOption } from "@parley/acp";
import type { Session } from "@parley/client";
import { describe, expect, it } from "vitest";
import { plainTheme, toText } from "../../terminal/testing/draw.ts";
import { drawBlock } from "../draw/draw-block.ts";
import type { TerminalBlock } from "../terminal-block.ts";
import type { ChatActions } from "./command.ts";
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
      view: { changes: [], chatView: { lastAnswer: "" } },
      host: {
        hasFiles: true,
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
    await nextMode(actions.open());
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

  it("take up another session", async () => {
    const actions = new Desk("other");
    await run("/sessions", actions.open());
    await run("/resume nope", actions.open());
    expect(actions.called).toEqual([["resume", "other"]]);
    expect(actions.printed).toEqual(['Session not found: "nope".']);
  });

  it("take nothing back where nothing was changed, or while a turn runs", async () => {
    const actions = new Desk();
    await run("/undo", actions.open());
    const event = { files: [{ path: "a", change: "added" }] } as unknown as ChangesEvent;
    await run("/undo", actions.open({ view: { changes: [event] }, session: { isRunning: true } }));
    await run("/undo", actions.open({ view: { changes: [event] } }));
    expect(actions.printed).toEqual([
      "Nothing to undo: no turn changed a file.",
      "A turn is running. Stop it first (Esc), then /undo.",
    ]);
    expect(actions.titles).toEqual(["Undo the last turn's changes to 1 file?"]);
  });

  it("list files and help", async () => {
    const actions = new Desk();
    const view = {
      changes: [
        { files: [{ path: "b", change: "added", linesAdded: 1 }] },
        { files: [{ path: "a", change: "modified" }] },
      ],
    };
    await run("/files", actions.open({ view }));
    expect(actions.printed[0]).toBe("2 files changed  +1\n  M a\n  A b  +1");
    await run("/help", actions.open());
    expect(actions.printed[1]).toContain("/undo");
    expect(actions.printed[1]).toContain("Ctrl-R");
  });

  it("are listed with the agent's own, none hidden behind ours", () => {
    const names = listCommands(new Desk().open()).map(({ name }) => name);
    expect(names.slice(-2)).toEqual(["review", "/help"]);
    expect(names.slice(0, chatTable.length)).toEqual(chatTable.map(({ name }) => name));
  });
});
