import type { SessionInfo } from "@parley/home/session-log";
import type { ChangesEvent, SessionConfigOption } from "@parley/acp";
import type { Session } from "@parley/client";
import { describe, expect, it } from "vitest";
import { plainLook, toText } from "../../terminal/testing/draw.ts";
import { drawBlock } from "../draw/draw-block.ts";
import type { Block } from "../feed/block.ts";
import { mergeChanges } from "./changes.ts";
import type { ChatDesk } from "./command.ts";
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

  open(changes: Partial<Record<keyof ChatDesk, unknown>> = {}): ChatDesk {
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
    const desk = {
      session,
      view: { changes: [], feed: { lastAnswer: "" } },
      store: { find: () => Promise.resolve(undefined), list: () => Promise.resolve([INFO]) },
      cwd: "/w",
      print: (block: Block) => this.printed.push(toText(drawBlock(block, plainLook(), false))),
      note: (_severity: string, text: string, detail = "") => this.printed.push(`${text} ${detail}`.trim()),
      pick: (title: string) => {
        this.titles.push(title);
        return Promise.resolve(this.picked.shift());
      },
      during: (_text: string, work: () => Promise<unknown>) => work(),
      resume: (info: SessionInfo) => this.#note("resume", info.id),
      ...changes,
    };
    return desk as unknown as ChatDesk;
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

async function run(text: string, desk: ChatDesk): Promise<void> {
  const typed = readTyped(text, []);
  if (typed.type !== "ours") throw new Error(`${text} is no command`);
  await typed.command.run(typed.argument, desk);
}

describe("commands", () => {
  it("switch the mode by id, by name or from a list", async () => {
    const desk = new Desk("auto");
    await run("/mode ask", desk.open());
    await run("/mode ASK FIRST", desk.open());
    await run("/mode", desk.open());
    await run("/mode nope", desk.open());
    expect(desk.called).toEqual([
      ["setMode", "ask"],
      ["setMode", "ask"],
      ["setMode", "auto"],
    ]);
    expect(desk.printed).toEqual(['There is no mode "nope". There are: ask, auto']);
    await nextMode(desk.open());
    expect(desk.called.at(-1)).toEqual(["setMode", "ask"]);
  });

  it("set options, in groups and as on and off", async () => {
    const desk = new Desk("effort", "high");
    await run("/config", desk.open());
    await run("/config thoughts no", desk.open());
    await run("/config effort", desk.open());
    expect(desk.called).toEqual([
      ["setConfigOption", "effort", "high"],
      ["setConfigOption", "thoughts", false],
    ]);
  });

  it("say so when there is nothing to choose", async () => {
    const desk = new Desk();
    await run("/model", desk.open());
    expect(desk.printed).toEqual(["The agent has no model to choose."]);
  });

  it("take up another session", async () => {
    const desk = new Desk("other");
    await run("/sessions", desk.open());
    await run("/resume nope", desk.open());
    expect(desk.called).toEqual([["resume", "other"]]);
    expect(desk.printed).toEqual(['There is no session "nope".']);
  });

  it("take nothing back where nothing was changed, or while a turn runs", async () => {
    const desk = new Desk();
    await run("/undo", desk.open());
    const event = { files: [{ path: "a", change: "added" }] } as unknown as ChangesEvent;
    await run("/undo", desk.open({ view: { changes: [event] }, session: { isRunning: true } }));
    await run("/undo", desk.open({ view: { changes: [event] } }));
    expect(desk.printed).toEqual([
      "There is nothing to take back: no turn changed a file, as far as we saw.",
      "A turn runs. Stop it first (Esc), then /undo.",
    ]);
    expect(desk.titles).toEqual(["Take back what the last turn did to 1 file?"]);
  });

  it("list files and help", async () => {
    const desk = new Desk();
    const view = {
      changes: [
        { files: [{ path: "b", change: "added", linesAdded: 1 }] },
        { files: [{ path: "a", change: "modified" }] },
      ],
    };
    await run("/files", desk.open({ view }));
    expect(desk.printed[0]).toBe("2 files changed  +1\n  M a\n  A b  +1");
    await run("/help", desk.open());
    expect(desk.printed[1]).toContain("/undo");
    expect(desk.printed[1]).toContain("Ctrl-R");
  });

  it("are listed with the agent's own, none hidden behind ours", () => {
    const names = listCommands(new Desk().open()).map(({ name }) => name);
    expect(names.slice(-2)).toEqual(["review", "/help"]);
    expect(names.slice(0, chatTable.length)).toEqual(chatTable.map(({ name }) => name));
  });
});

it("merges what several turns did to a file", () => {
  const turn = (...files: ChangesEvent["files"]) => ({ files });
  expect(
    mergeChanges([
      turn(
        { path: "b", change: "added", linesAdded: 5, isUncovered: true },
        { path: "a", change: "modified", linesAdded: 1 },
      ),
      turn({ path: "b", change: "modified", linesAdded: 1, linesRemoved: 2 }),
    ]),
  ).toMatchObject([
    { path: "a", change: "modified", linesAdded: 1 },
    { path: "b", change: "added", linesAdded: 6, linesRemoved: 2, isUncovered: true },
  ]);
});
