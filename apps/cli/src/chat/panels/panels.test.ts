import type { ElicitationSchema } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { plainTheme, toText } from "../../terminal/testing/draw.ts";
import { toKey } from "../testing/keys.ts";
import { FormPanel } from "./form-panel.ts";
import type { ElicitationReply, Panel } from "./panel.ts";
import { PickerPanel } from "./picker-panel.ts";
import { TextPanel } from "./text-panel.ts";
import { UrlPanel } from "./url-panel.ts";

function press(panel: Panel, ...said: readonly string[]): void {
  for (const word of said) panel.key(toKey(word));
}

const drawn = (panel: Panel, rows = 30): string => toText(panel.draw(plainTheme(), rows).lines);

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
    const { lines, cursor } = panel.draw(plainTheme(), 30);
    expect(toText([lines[cursor?.row ?? 0] ?? []])).toBe("  › Ad");
    expect(cursor?.column).toBe(6);
  });

  it.each([5, 8, 14, 23])(
    "shows the field and the beginning of what is asked in %i rows, and all with Ctrl-O",
    (rows) => {
      const about = "\u6f22\u5b57 about ".repeat(300);
      const properties = { name: { type: "string", title: "Name", description: `${about}the end` } } as const;
      const { panel } = form({ message: "words ".repeat(2_000), schema: { type: "object", properties } });
      press(panel, `${"Ada ".repeat(100)}Eve`);
      const { lines, cursor } = panel.draw(plainTheme(39), rows);
      expect(lines.length).toBeLessThanOrEqual(rows);
      expect(toText(lines)).toMatch(/^\? words .*Name.*Eve/s);
      expect(toText([lines[cursor?.row ?? 0] ?? []])).toMatch(/Eve$/);
      press(panel, "ctrl-o");
      expect(drawn(panel, rows)).toContain("? words");
      press(panel, "end");
      expect(drawn(panel, rows)).toContain("the end\n");
      press(panel, "escape");
      expect(drawn(panel, rows)).toContain("Name (optional)");
    },
  );

  it("can be agreed to when it has no fields", () => {
    const { panel, answers } = form({ schema: { type: "object" } });
    press(panel, "enter");
    expect(answers).toEqual([{ action: "accept", content: {} }]);
  });
});

describe("UrlPanel", () => {
  const open = (url: string, message = "Sign in"): { panel: UrlPanel; answers: unknown[] } => {
    const answers: unknown[] = [];
    const answer = (reply: unknown): void => void answers.push(reply);
    return {
      panel: new UrlPanel({ message, agentTitle: "Agent", url, answer, cancel: () => answer("cancel") }),
      answers,
    };
  };

  it("shows the whole address and whose it is", () => {
    const long = `https://example.com/${"a".repeat(100)}?x=1`;
    expect(drawn(open(long).panel).replaceAll(/\n {2}/g, "")).toContain(long);
    expect(drawn(open("https://аpple.com/").panel)).toContain("at xn--pple-43d.com");
    expect(drawn(open("not an address").panel)).toContain("whose address cannot be");
  });

  it.each([6, 9, 16])("fits in %i rows, and shows everything with Ctrl-O", (rows) => {
    const { panel, answers } = open(`https://example.com/${"a".repeat(900)}/end`, "words ".repeat(1_000));
    const { lines } = panel.draw(plainTheme(39), rows);
    expect(lines.length).toBeLessThanOrEqual(rows);
    expect(toText(lines)).toMatch(/Agent.*more rows \(Ctrl-O shows all\).*y {2}I opened it/s);
    press(panel, "ctrl-o");
    expect(drawn(panel, rows)).toContain("at example.com");
    press(panel, "end");
    expect(drawn(panel, rows)).toContain("/end");
    press(panel, "escape", "escape");
    expect(answers).toEqual([{ action: "decline" }]);
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

  it("describes the selected one below the list in a narrow terminal", () => {
    const { panel } = pick();
    const narrow = (): string => toText(panel.draw(plainTheme(39), 12).lines);
    expect(narrow()).toContain("▸ BETA");
    expect(narrow()).toContain("\n    the beta\n");
    expect(narrow()).not.toContain("the gamma");
    press(panel, "down");
    expect(narrow()).toContain("\n    the gamma\n");
  });

  it("takes the keys of its items, and filters nothing where all have one", () => {
    const chosen: (string | undefined)[] = [];
    const items = [
      { id: "one", key: "1", label: "First" },
      { id: "two", key: "2", label: "Second" },
    ];
    const panel = new PickerPanel({ title: "Which?", items, choose: (id) => chosen.push(id) });
    press(panel, "Second", "enter");
    expect(drawn(panel)).toBe("? Which?\n▸ 1  First\n  2  Second\n  Enter select · Esc cancel");
    press(panel, "2");
    expect(chosen).toEqual(["one", "two"]);
  });

  it("can be left", () => {
    const { panel, chosen } = pick();
    press(panel, "zzz", "enter", "escape");
    expect(drawn(panel)).toContain("No matches.");
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
