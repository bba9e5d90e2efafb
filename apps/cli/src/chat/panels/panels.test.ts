import type { ElicitationSchema, PermissionOption } from "@parley/acp";
import type { PermissionQuestion, PermissionReply } from "@parley/client";
import { describe, expect, it } from "vitest";
import { theme, plainTheme, toText } from "../../terminal/testing/draw.ts";
import { lineWidth } from "../../terminal/wrap.ts";
import { toKey } from "../testing/keys.ts";
import { FormPanel } from "./form-panel.ts";
import type { ElicitationReply, Panel } from "./panel.ts";
import { PermissionPanel } from "./permission-panel.ts";
import { PickerPanel } from "./picker-panel.ts";
import { TextPanel } from "./text-panel.ts";
import { UrlPanel } from "./url-panel.ts";

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
    print: (draw) => seen.push(toText(draw(plainTheme()))),
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
        It is asked about.
        ! It deletes files.

      ▸ y  Allow
        a  Always this tool
        3  Always this server
        n  No
        Esc to stop the turn"
    `);
  });

  it("begins with what allows least, and has words for an agent that has none", () => {
    const kinds = ["allow_always", "allow_once", "reject_once", "reject_always"] as const;
    const options = kinds.map((kind) => ({ optionId: `id-${kind}`, name: kind, kind }));
    const { panel, replies } = ask({ options });
    expect(drawn(panel)).toContain("  a  Allow always\n▸ y  Allow once\n  n  Reject once\n  d  Reject always\n");
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
    const { panel, replies } = ask({
      proposals: [{ covers, including: [], text: "commands that start with `npm test`" }],
    });
    expect(drawn(panel)).toContain("r  Remember my answer: no");
    press(panel, "r", "r");
    expect(drawn(panel)).toContain("r  Remember my answer: in this folder\n     commands that start with `npm test`");
    press(panel, "y");
    expect(replies).toEqual([{ ...selected("once"), remember: { scope: "workspace", workspace: "/w" } }]);
  });

  it("leaves nothing out and hides nothing: what does not fit is counted, and printed on demand", () => {
    const command = `echo ${"x".repeat(900)}\u200b; rm -rf /`;
    const { panel, seen } = ask({ toolCall: { toolCallId: "1", kind: "execute", rawInput: { command } } });
    expect(drawn(panel, 14)).toContain("more lines (Ctrl-O)");
    press(panel, "ctrl-o");
    expect(seen[0]?.replaceAll(/\n {4}/g, "")).toContain("<U+200B>; rm -rf /");
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

  it("shows everything that was judged: commands, folder, variables, paths, edits and what nobody understands", () => {
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
    expect(drawn(ask({}, true).panel)).toContain("1  Allow\n  2  Always this tool");
  });

  it("fits the terminal", () => {
    const { panel } = ask({
      toolCall: { toolCallId: "1", title: "x".repeat(99), rawInput: { command: "y".repeat(99) } },
    });
    for (const row of panel.draw(theme(40), 20).lines) expect(lineWidth(row)).toBeLessThanOrEqual(40);
  });
});

const SCHEMA: ElicitationSchema = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name", maxLength: 5 },
    age: { type: "integer", minimum: 0, maximum: 150 },
    isNew: { type: "boolean", title: "New?" },
    size: { type: "string", enum: ["small", "large"], default: "large" },
    days: { type: "array", items: { type: "string", enum: ["mon", "tue", "wed"] }, maxItems: 2 },
  },
  required: ["name", "isNew"],
};

function form(options: Partial<ConstructorParameters<typeof FormPanel>[0]> = {}): {
  panel: FormPanel;
  answers: (ElicitationReply | "cancel")[];
} {
  const answers: (ElicitationReply | "cancel")[] = [];
  const panel = new FormPanel({
    message: "A form",
    agentTitle: "Agent",
    schema: SCHEMA,
    answer: (reply) => answers.push(reply),
    cancel: () => answers.push("cancel"),
    ...options,
  });
  return { panel, answers };
}

describe("FormPanel", () => {
  it("asks field by field and sends the values in their types", () => {
    const { panel, answers } = form();
    press(panel, "Ada", "enter", "36", "enter", "y", "1", "2", "3", "enter");
    expect(answers).toEqual([
      { action: "accept", content: { name: "Ada", age: 36, isNew: true, size: "small", days: ["tue", "wed"] } },
    ]);
  });

  it("says what is wrong, and goes on when it is right", () => {
    const { panel } = form();
    press(panel, "enter");
    expect(drawn(panel)).toContain("This field is required.");
    press(panel, "Adelaide", "enter");
    expect(drawn(panel)).toMatch(/must have 5 characters at most|must be/);
    press(panel, "ctrl-u", "Ada", "enter", "many", "enter");
    expect(drawn(panel)).toContain("This field must be a whole number.");
    press(panel, "ctrl-u", "200", "enter");
    expect(drawn(panel)).toContain("This field must be at most 150.");
    press(panel, "ctrl-u", "20", "enter");
    expect(drawn(panel)).toContain("New?");
  });

  it("leaves optional fields out, and knows defaults", () => {
    const { panel, answers } = form();
    press(panel, "Ada", "enter", "enter", "n", "enter", "enter");
    expect(answers).toEqual([{ action: "accept", content: { name: "Ada", isNew: false, size: "large" } }]);
  });

  it("marks required fields, and preselects nothing", () => {
    const { panel, answers } = form();
    expect(drawn(panel)).toContain("  Name (required)\n");
    press(panel, "Ada", "enter");
    expect(drawn(panel)).toContain("  age (whole number, 0 to 150, optional)\n");
    press(panel, "enter");
    expect(drawn(panel)).toContain("    y  Yes\n    n  No\n".replaceAll("    ", "  "));
    press(panel, "enter");
    expect(drawn(panel)).toContain("This field is required.");
    press(panel, "down", "enter");
    expect(drawn(panel)).toContain("▸ 2  large");
    press(panel, "-", "enter");
    expect(answers).toEqual([{ action: "accept", content: { name: "Ada", isNew: true } }]);
  });

  it("goes back with what was filled in", () => {
    const { panel } = form();
    press(panel, "Ada", "enter", "shift-tab");
    expect(drawn(panel)).toContain("› Ada");
  });

  it("declines with Escape, stops the turn with Ctrl-C", () => {
    const { panel, answers } = form();
    press(panel, "escape", "ctrl-c");
    expect(answers).toEqual([{ action: "decline" }, "cancel"]);
  });

  it("begins where an answer was refused, with the rest of it kept", () => {
    const { panel } = form({
      refused: { field: "age", problem: "must be 150 at most" },
      before: { name: "Ada", age: 200 },
    });
    expect(drawn(panel)).toContain("› 200\n  This field must be 150 at most.");
    press(panel, "shift-tab");
    expect(drawn(panel)).toContain("› Ada");
  });

  it("puts the cursor into the field", () => {
    const { panel } = form();
    press(panel, "Ad");
    const { lines, cursor } = panel.draw(plainTheme());
    expect(toText([lines[cursor?.row ?? 0] ?? []])).toBe("  › Ad");
    expect(cursor?.column).toBe(6);
  });

  it("can be agreed to when it has no fields", () => {
    const { panel, answers } = form({ schema: { type: "object" } });
    press(panel, "enter");
    expect(answers).toEqual([{ action: "accept", content: {} }]);
  });
});

describe("UrlPanel", () => {
  const open = (url: string): { panel: UrlPanel; answers: unknown[] } => {
    const answers: unknown[] = [];
    const answer = (reply: unknown): void => void answers.push(reply);
    return {
      panel: new UrlPanel({ message: "Sign in", agentTitle: "Agent", url, answer, cancel: () => answer("cancel") }),
      answers,
    };
  };

  it("shows the whole address and whose it is", () => {
    const long = `https://example.com/${"a".repeat(100)}?x=1`;
    expect(drawn(open(long).panel).replaceAll(/\n {2}/g, "")).toContain(long);
    expect(drawn(open("https://аpple.com/").panel)).toContain("at xn--pple-43d.com");
    expect(drawn(open("not an address").panel)).toContain("whose address cannot be");
  });

  it.each([
    ["y", { action: "accept" }],
    ["n", { action: "decline" }],
    ["escape", { action: "decline" }],
    ["enter", { action: "accept" }],
    ["ctrl-c", "cancel"],
  ])("takes %s for %j", (key, expected) => {
    const { panel, answers } = open("https://example.com");
    press(panel, key);
    expect(answers).toEqual([expected]);
  });
});

describe("PickerPanel", () => {
  const pick = (isNumbered = false): { panel: PickerPanel; chosen: (string | undefined)[] } => {
    const chosen: (string | undefined)[] = [];
    const items = ["alpha", "beta", "gamma"].map((id) => ({ id, label: id.toUpperCase(), description: `the ${id}` }));
    return {
      panel: new PickerPanel({ title: "Which?", items, current: "beta", isNumbered, choose: (id) => chosen.push(id) }),
      chosen,
    };
  };

  it("begins at what holds, and is narrowed by typing", () => {
    const { panel, chosen } = pick();
    expect(drawn(panel)).toContain("▸ BETA  ✓  the beta");
    press(panel, "gam", "enter");
    expect(chosen).toEqual(["gamma"]);
  });

  it("can be left", () => {
    const { panel, chosen } = pick();
    press(panel, "zzz", "enter", "escape");
    expect(drawn(panel)).toContain("Nothing fits.");
    expect(chosen).toEqual([undefined]);
  });

  it("takes numbers where there are no single keys", () => {
    const { panel, chosen } = pick(true);
    press(panel, "3", "0");
    expect(chosen).toEqual(["gamma", undefined]);
  });
});

it("hides what is secret", () => {
  const answers: (string | undefined)[] = [];
  const panel = new TextPanel({
    label: "Key",
    isSecret: true,
    isOptional: false,
    answer: (text) => answers.push(text),
  });
  press(panel, "enter");
  expect(drawn(panel)).toContain("This field is required.");
  press(panel, "s3cret");
  expect(drawn(panel)).not.toContain("s3cret");
  press(panel, "enter");
  expect(answers).toEqual(["s3cret"]);
});
