import type { PermissionOption } from "@parley/acp";
import type { PermissionQuestion, PermissionReply } from "@parley/client";
import { describe, expect, it } from "vitest";
import { theme, plainTheme, toText } from "../../terminal/testing/draw.ts";
import { lineWidth } from "../../terminal/wrap.ts";
import { toKey } from "../testing/keys.ts";
import type { Panel } from "./panel.ts";
import { PermissionPanel } from "./permission-panel.ts";

function press(panel: Panel, ...said: readonly string[]): void {
  for (const word of said) panel.key(toKey(word));
}

const drawn = (panel: Panel, rows = 30): string => toText(panel.draw(plainTheme(), rows).lines);

const OPTIONS: readonly PermissionOption[] = [
  { optionId: "once", name: "Allow", kind: "allow_once" },
  { optionId: "tool", name: "Always this tool", kind: "allow_always" },
  { optionId: "server", name: "Always this server", kind: "allow_always" },
  { optionId: "no", name: "No", kind: "reject_once" },
];

interface Asked {
  readonly panel: PermissionPanel;
  readonly replies: PermissionReply[];
  readonly seen: string[];
}

function ask(changes: Partial<PermissionQuestion> = {}, isNumbered = false): Asked {
  const replies: PermissionReply[] = [];
  const seen: string[] = [];
  const question: PermissionQuestion = {
    interactionId: "i",
    sessionId: "s",
    agentName: "a",
    toolCall: { toolCallId: "1", title: "Run it", kind: "execute", rawInput: { command: "npm test" } },
    options: OPTIONS,
    origin: "agent",
    decision: { reason: "It is asked about." },
    proposals: [],
    ...changes,
  };
  const panel = new PermissionPanel({
    question,
    agentTitle: "Agent",
    workspace: "/w",
    isNumbered,
    waiting: () => 2,
    answer: (reply) => replies.push(reply),
    cancel: () => seen.push("cancel"),
  });
  return { panel, replies, seen };
}

const selected = (optionId: string) => ({ outcome: { outcome: "selected", optionId } });

describe("PermissionPanel", () => {
  it("shows what it is about, why, and the answers", () => {
    expect(
      drawn(
        ask({
          decision: { reason: "It is asked about.", danger: { sentence: "It deletes files." } },
        }).panel,
      ),
    ).toMatchInlineSnapshot(`
      "? Run a command · Agent asks · 2 more questions
        $ npm test
        ! It deletes files.
        It is asked about.

      ▸ y  Allow
        a  Always this tool
        f  Always this server
        n  No
        r no, do this instead · Ctrl-O details · Esc stop"
    `);
  });

  it("begins with what allows least, and has words for an agent that has none", () => {
    const kinds = ["allow_always", "allow_once", "reject_once", "reject_always"] as const;
    const options = kinds.map((kind) => ({ optionId: `id-${kind}`, name: kind, kind }));
    const { panel, replies } = ask({ options });
    expect(drawn(panel)).toContain("▸ y  Allow once\n  a  Allow always\n  n  Reject once\n  r no");
    press(panel, "m");
    expect(drawn(panel)).toContain("▸ y  Allow once\n  a  Allow always\n  n  Reject once\n  d  Reject always\n");
    press(panel, "enter");
    expect(replies).toEqual([selected("id-allow_once")]);
  });

  it.each([
    ["y", "once"],
    ["Y", "once"],
    ["a", "tool"],
    ["3", "server"],
    ["n", "no"],
    ["1", "once"],
  ])("takes %s for %s", (key, optionId) => {
    const { panel, replies } = ask();
    press(panel, "x", "9", key);
    expect(replies).toEqual([selected(optionId)]);
  });

  it("takes arrows and Enter", () => {
    const { panel, replies } = ask();
    press(panel, "up", "enter");
    expect(replies).toEqual([selected("no")]);
  });

  it("is not answered by a paste or by several letters at once", () => {
    const { panel, replies } = ask();
    panel.key({ type: "paste", text: "y" });
    press(panel, "yes please");
    expect(replies).toEqual([]);
  });

  it("cancels the turn with Escape and Ctrl-C", () => {
    const { panel, seen, replies } = ask();
    press(panel, "escape", "ctrl-c");
    expect([seen, replies]).toEqual([["cancel", "cancel"], []]);
  });

  it("remembers where that is offered", () => {
    const covers = { kind: "command", words: ["npm", "test"], isPrefix: true } as const;
    const proposals = [{ covers, including: [], text: "commands that start with `npm test`" }];
    const { panel, replies } = ask({ proposals });
    expect(drawn(panel)).toContain("a  Allow commands that start with `npm test` for this\n     session\n");
    press(panel, "f");
    expect(replies).toEqual([{ ...selected("once"), remember: { scope: "workspace", workspace: "/w" } }]);
  });

  it("rejects with a text that says what to do instead", () => {
    const { panel, replies, seen } = ask();
    press(panel, "r");
    expect(drawn(panel)).toContain("What should Agent do instead?");
    press(panel, "enter", "use ", "y", "arn", "escape", "r", "yarn test", "enter");
    expect(replies).toEqual([{ ...selected("no"), reason: "yarn test" }]);
    expect(seen).toEqual([]);
  });

  it("leaves nothing out and hides nothing: what does not fit is counted, and shown on demand", () => {
    const command = `echo ${"x".repeat(900)}\u200b; rm -rf /`;
    const { panel, replies } = ask({ toolCall: { toolCallId: "1", kind: "execute", rawInput: { command } } });
    expect(drawn(panel, 14)).toMatch(/\$ echo x+[^]*⋮\n.*; rm \n {4}-rf \/\n {2}… \d+ more rows \(Ctrl-O shows all\)/);
    press(panel, "ctrl-o");
    const pages = Array.from({ length: 3 }, () => {
      const page = drawn(panel, 14);
      press(panel, "page_down");
      return page;
    });
    expect(pages[0]).toMatch(/\d+-\d+ of \d+ · .*scroll · Esc back$/);
    expect(pages.join("\n").replaceAll("\n    ", "")).toContain("<U+200B>; rm -rf /");
    press(panel, "escape", "y");
    expect(replies).toEqual([selected("once")]);
  });

  it.each([
    [79, 20, "Always allow writing src/deep/down/add.ts in this folder"],
    [39, 16, "Always allow in this folder"],
    [39, 13, "Always allow in this folder"],
  ])("shows removed and added lines, the file and every answer in %d columns and %d rows", (columns, rows, here) => {
    const oldText = Array.from({ length: 40 }, (_, line) => `the old line ${line} ${"o".repeat(60)}\n`).join("");
    const newText = oldText.replaceAll("o", "0");
    const content = [{ type: "diff" as const, path: "/w/src/deep/down/add.ts", oldText, newText }];
    const what = "writing src/deep/down/add.ts";
    const options: PermissionOption[] = [
      { optionId: "parley:allow", name: "Allow once", kind: "allow_once" },
      { optionId: "parley:allow-session", name: `Allow ${what} for this session`, kind: "allow_always" },
      { optionId: "parley:allow-workspace", name: `Always allow ${what} in this folder`, kind: "allow_always" },
      { optionId: "parley:reject", name: "Reject", kind: "reject_once" },
    ];
    const { panel } = ask({ toolCall: { toolCallId: "1", title: "Edit add.ts", kind: "edit", content }, options });
    const { lines } = panel.draw(theme(columns), rows);
    expect(lines.length).toBeLessThanOrEqual(rows);
    const text = toText(lines).replaceAll(/\n\s*/g, " ");
    for (const shown of ["add.ts", "1 − the old", "1 + the 0ld", "y Allow once", here, "n Reject"])
      expect(text.replaceAll(/ +/g, " ")).toContain(shown);
    for (const row of lines) expect(lineWidth(row)).toBeLessThanOrEqual(columns);
  });

  it("shows diffs, paths and other input", () => {
    const diff = { type: "diff", path: "/w/a.ts", oldText: "a\n", newText: "b\n" } as const;
    const unnamed = { toolCallId: "1", title: "Edit", kind: "edit", content: [{ ...diff, path: "" }] } as const;
    expect(drawn(ask({ toolCall: { ...unnamed, content: [...unnamed.content] } }).panel)).toContain("(file not named)");
    expect(drawn(ask({ toolCall: { toolCallId: "1", title: "Edit", kind: "edit", content: [diff] } }).panel)).toContain(
      "  /w/a.ts\n  1 − a\n  1 + b",
    );
    expect(
      drawn(ask({ toolCall: { toolCallId: "1", title: "Read", locations: [{ path: "/etc/\u202epasswd" }] } }).panel),
    ).toContain("/etc/<U+202E>passwd");
    expect(
      drawn(ask({ toolCall: { toolCallId: "1", title: "Fetch", rawInput: { url: "https://x.example", n: 1 } } }).panel),
    ).toContain("url: https://x.example\n  n: 1");
    const words = ["bash", "-c", 'echo "$i"'];
    const input = { toolCallId: "1", rawInput: { command: words } };
    expect(drawn(ask({ toolCall: input }).panel)).toContain(`$ bash -c 'echo "$i"'`);
    expect(drawn(ask({ toolCall: { toolCallId: "1", rawInput: { command: ["git", "push"] } } }).panel)).toContain(
      "$ git push",
    );
  });

  it("shows everything that was judged: commands, folder, variables, paths, edits and unreadable input", () => {
    const rawInput = {
      path: "/w/a.ts",
      script: "one",
      tool_input: { cmd: ["two", "3 4"] },
      cwd: "/w/sub",
      env: { GIT_DIR: "/x" },
      also: "/etc/passwd",
    };
    const text = drawn(ask({ toolCall: { toolCallId: "1", kind: "read", title: "Read a.ts", rawInput } }).panel);
    for (const shown of [
      "Run a command",
      "$ one",
      "$ two '3 4'",
      "in /w/sub",
      "with GIT_DIR=/x",
      "/w/a.ts",
      "/etc/passwd",
    ]) {
      expect(text).toContain(shown);
    }
    const edits = [
      { path: "/w/b.ts", old: "a", new: "b" },
      { path: "/w/c.ts", old: "c", new: "d" },
    ];
    const edited = drawn(
      ask({ toolCall: { toolCallId: "1", kind: "edit", title: "Edit", rawInput: { edits } } }).panel,
    );
    expect(edited).toContain("/w/b.ts\n  1 − a\n  1 + b");
    expect(edited).toContain("/w/c.ts\n  1 − c\n  1 + d");
    const odd = { path: "/w/a.ts", stuff: "x\ny" };
    expect(drawn(ask({ toolCall: { toolCallId: "1", kind: "read", rawInput: odd } }).panel)).toContain("stuff: x⏎y");
  });

  it("has numbers where there are no single keys", () => {
    const { panel, replies } = ask({}, true);
    expect(drawn(panel)).toContain(
      "1  Allow\n  2  Always this tool\n  3  Always this server\n  4  No\n  5  No, do this",
    );
    press(panel, "5", "enter", "another way", "enter");
    expect(replies).toEqual([{ ...selected("no"), reason: "another way" }]);
  });

  it("shows the answers in a terminal of five rows, and what is asked before them", () => {
    const { panel, replies } = ask();
    const tiny = (): string => toText(panel.draw(theme(20), 3).lines);
    expect(tiny()).toBe("? Run a command ·\n▸ y  Allow\n  a  Always this to…");
    press(panel, "up");
    expect(tiny()).toBe("? Run a command ·\n  f  Always this se…\n▸ n  No");
    press(panel, "enter");
    expect(replies).toMatchObject([selected("no")]);
    for (let rows = 3; rows < 30; rows += 1) {
      const lines = ask().panel.draw(theme(20), rows).lines.length;
      expect(lines).toBeLessThanOrEqual(rows);
    }
  });

  it("names a file by its last name in a title that would not fit, because its path is below", () => {
    const path = "packages/a-long-name/src/another-folder/a-file-with-a-name.txt";
    const content = [{ type: "diff" as const, path: `/w/${path}`, oldText: "a\n", newText: "b\n" }];
    const { panel } = ask({ toolCall: { toolCallId: "1", title: `Edit ${path}`, kind: "edit", content } });
    expect(toText(panel.draw(theme(70), 30).lines)).toMatch(
      /^\? Edit a-file-with-a-name\.txt · Agent asks · 2 more questions\n {2}\/w\/packages/,
    );
  });

  it("fits the terminal", () => {
    const { panel } = ask({
      toolCall: { toolCallId: "1", title: "x".repeat(99), rawInput: { command: "y".repeat(99) } },
    });
    for (const row of panel.draw(theme(40), 20).lines) expect(lineWidth(row)).toBeLessThanOrEqual(40);
  });
});
