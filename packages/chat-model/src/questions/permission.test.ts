import type { PermissionOption, ToolCallUpdate } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { INPUT_CHARS_MAX } from "../limits.ts";
import { toPermissionAnswers } from "./permission-answers.ts";
import { choiceByKey, preselectedChoice, toPermissionChoices } from "./permission-choices.ts";
import { toPermissionSubject } from "./permission-subject.ts";

const subject = (fields: Partial<ToolCallUpdate>) => toPermissionSubject({ toolCallId: "1", ...fields });

describe("toPermissionSubject", () => {
  it("has the command, with what cannot be seen spelled out", () => {
    expect(subject({ title: "Run it", kind: "execute", rawInput: { command: "ls\u200b" } })).toEqual({
      title: "Run a command",
      parts: [{ type: "command", text: "ls<U+200B>" }],
    });
    expect(subject({ kind: "execute", title: "npm test" }).parts).toEqual([{ type: "command", text: "npm test" }]);
  });

  it("has the changes as diffs, and names a file that is not named", () => {
    const diff = { type: "diff", path: "/w/a.ts", oldText: "a\n", newText: "b\n" } as const;
    const { title, parts } = subject({ title: "Edit", kind: "edit", content: [diff, { ...diff, path: "" }] });
    expect(title).toBe("Edit");
    expect(parts).toMatchObject([
      { type: "change", path: "/w/a.ts", diff: { added: 1, removed: 1 } },
      { type: "change", path: "", diff: { added: 1, removed: 1 } },
      { type: "detail", text: "not understood: it has a diff without a path" },
    ]);
    const large = { ...diff, newText: "x".repeat(1_000_000) };
    expect(subject({ kind: "edit", content: [large] }).parts).toEqual([
      { type: "change", path: "/w/a.ts", diff: undefined },
    ]);
  });

  it("does not name a file twice whose change is shown", () => {
    const diff = { type: "diff", path: "/w/a.ts", oldText: "a\n", newText: "b\n" } as const;
    const toolCall: ToolCallUpdate = {
      toolCallId: "1",
      kind: "edit",
      content: [diff],
      rawInput: { path: "a.ts", content: "b\n" },
    };
    const types = (cwd?: string) => toPermissionSubject(toolCall, cwd).parts.map(({ type }) => type);
    expect(types("/w")).toEqual(["change"]);
    expect(types("/other")).toContain("detail");
  });

  it("has paths, addresses and whatever else was judged", () => {
    expect(subject({ title: "Read", locations: [{ path: "/etc/\u202epasswd" }] }).parts).toEqual([
      { type: "path", text: "/etc/<U+202E>passwd" },
    ]);
    const rawInput = { path: "/w/a.ts", script: "one", cwd: "/w/sub", env: { GIT_DIR: "/x" } };
    const { parts } = subject({ kind: "read", rawInput });
    expect(parts).toContainEqual({ type: "command", text: "one" });
    expect(parts).toContainEqual({ type: "detail", text: "in /w/sub" });
    expect(parts).toContainEqual({ type: "detail", text: "with GIT_DIR=/x" });
  });

  it("has the input of a call that says nothing else, within a limit", () => {
    const long = "x".repeat(INPUT_CHARS_MAX + 5);
    expect(subject({ title: "Do", rawInput: { note: "a\nb", n: 1, long } }).parts.map(({ type }) => type)).toContain(
      "text",
    );
    const texts = subject({ title: "Do", rawInput: { long } }).parts.map((part) => ("text" in part ? part.text : ""));
    expect(texts.some((text) => text.endsWith("… 5 more characters"))).toBe(true);
  });
});

const OPTIONS: readonly PermissionOption[] = [
  { optionId: "tool", name: "Always this tool", kind: "allow_always" },
  { optionId: "once", name: "allow_once", kind: "allow_once" },
  { optionId: "server", name: "", kind: "allow_always" },
  { optionId: "no", name: "No\u200b", kind: "reject_once" },
];

describe("toPermissionChoices", () => {
  const choices = toPermissionChoices(OPTIONS);

  it("has keys and words for every option", () => {
    expect(choices.map(({ label, digit, letter }) => [label, digit, letter])).toEqual([
      ["Always this tool", "1", "a"],
      ["Allow once", "2", "y"],
      ["Allow always", "3", undefined],
      ["No<U+200B>", "4", "n"],
    ]);
  });

  it("preselects what allows least, and finds a choice by its key", () => {
    expect(preselectedChoice(choices)).toBe(1);
    expect(preselectedChoice(toPermissionChoices(OPTIONS.slice(2)))).toBe(0);
    expect(["Y", "3", "x", ""].map((key) => choiceByKey(choices, key)?.option.optionId)).toEqual([
      "once",
      "server",
      undefined,
      undefined,
    ]);
  });

  it("has no digit for the tenth option, which an empty key must not choose", () => {
    const many = toPermissionChoices(
      Array.from({ length: 11 }, (_, index) => ({ optionId: String(index), name: "x", kind: "other" })),
    );
    expect(many.map(({ digit }) => digit).slice(8)).toEqual(["9", "", ""]);
    expect(choiceByKey(many, "")).toBeUndefined();
  });
});

describe("toPermissionAnswers", () => {
  const own = (optionId: string, name: string, kind: PermissionOption["kind"]): PermissionOption => ({
    optionId: `parley:${optionId}`,
    name,
    kind,
  });
  const ids = (
    answers: readonly { option: PermissionOption; remember?: string | undefined; letter?: string | undefined }[],
  ) => answers.map(({ option, remember, letter }) => [letter, option.optionId, remember]);

  it("has once, this session, always here and no, with the same letters for every agent", () => {
    const agent: PermissionOption[] = [
      { optionId: "always", name: "Always", kind: "allow_always" },
      { optionId: "once", name: "Yes", kind: "allow_once" },
      { optionId: "no", name: "No", kind: "reject_once" },
    ];
    const { first, more, rejection } = toPermissionAnswers({ options: agent, proposals: ["writing a.ts"] });
    expect(ids(first)).toEqual([
      ["y", "once", undefined],
      ["a", "once", "session"],
      ["f", "once", "workspace"],
      ["n", "no", undefined],
    ]);
    expect(first[1]?.label).toBe("Allow writing a.ts for this session");
    expect(ids(more)).toEqual([
      ["e", "once", "always"],
      [undefined, "always", undefined],
      ["d", "no", "workspace"],
    ]);
    expect(rejection?.optionId).toBe("no");
  });

  it("takes the options of Parley's own questions as they are", () => {
    const options = [
      own("allow", "Allow once", "allow_once"),
      own("allow-session", "Allow writing a.ts for this session", "allow_always"),
      own("allow-workspace", "Always allow writing a.ts in this folder", "allow_always"),
      own("reject", "Reject", "reject_once"),
      own("reject-workspace", "Never allow writing a.ts in this folder", "reject_always"),
    ];
    const { first, more } = toPermissionAnswers({ options, proposals: ["writing a.ts"] });
    expect(first.map(({ letter, shortLabel }) => [letter, shortLabel])).toEqual([
      ["y", "Allow once"],
      ["a", "Allow for this session"],
      ["f", "Always allow in this folder"],
      ["n", "Reject"],
    ]);
    expect(ids(more)).toEqual([["d", "parley:reject-workspace", undefined]]);
  });

  it("shows four at first, and leaves no option out", () => {
    const options = [...OPTIONS, { optionId: "all", name: "Always all", kind: "allow_always" as const }];
    const { first, more } = toPermissionAnswers({ options, proposals: [] });
    expect(ids(first)).toEqual([
      ["y", "once", undefined],
      ["a", "tool", undefined],
      ["f", "server", undefined],
      ["n", "no", undefined],
    ]);
    expect(ids(more)).toEqual([[undefined, "all", undefined]]);
  });

  it("offers no text for the agent where nothing rejects", () => {
    expect(toPermissionAnswers({ options: OPTIONS.slice(0, 2), proposals: [] }).rejection).toBeUndefined();
  });
});
