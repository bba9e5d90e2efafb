import type { PermissionOption } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { toPermissionAnswers, type PermissionAnswer } from "./permission-answers.ts";

const option = (kind: string, optionId = kind, name = kind): PermissionOption => ({ kind, optionId, name });

const ALL = ["allow_once", "allow_always", "reject_once", "reject_always"].map((kind) => option(kind));

const show = (answers: readonly PermissionAnswer[]): string[] =>
  answers.map(({ option: { optionId }, remember, letter = "-" }) =>
    [letter, optionId, ...(remember === undefined ? [] : [remember])].join(" "),
  );

describe("the answers to a permission question", () => {
  it("are the agent's if nothing can be remembered", () => {
    const { first, more, rejection } = toPermissionAnswers({ options: ALL, proposals: [] });
    expect(show(first)).toEqual(["y allow_once", "a allow_always", "n reject_once"]);
    expect(show(more)).toEqual(["d reject_always"]);
    expect(rejection).toBe(ALL[2]);
  });

  it("have what Parley would remember, which comes first", () => {
    const { first, more } = toPermissionAnswers({ options: ALL, proposals: ["writing a", "writing b"] });
    expect(show(first)).toEqual(["y allow_once", "a allow_once session", "f allow_once workspace", "n reject_once"]);
    expect(show(more)).toEqual(["e allow_once always", "- allow_always", "d reject_always", "- reject_once workspace"]);
    expect(first[1]?.label).toBe("Allow writing a, writing b for this session");
    expect(more.at(-1)?.label).toBe("Never allow writing a, writing b in this folder");
  });

  it("say what is remembered on one line, without hidden characters", () => {
    const { first } = toPermissionAnswers({ options: ALL, proposals: ["writing a\n\u001b[2J\u202eb"] });
    expect(first[1]?.label).not.toMatch(/[\n\p{Cc}\u202e]/u);
    expect(first[1]?.label).toContain("writing a⏎<U+001B>[2J<U+202E>b");
  });

  it("never name an option for saying no that allows", () => {
    const allowing = [option("allow_once"), option("allow_always")];
    expect(toPermissionAnswers({ options: allowing, proposals: ["x"] }).rejection).toBeUndefined();
    const always = [option("allow_once"), option("reject_always")];
    expect(toPermissionAnswers({ options: always, proposals: [] }).rejection?.optionId).toBe("reject_always");
    expect(toPermissionAnswers({ options: [], proposals: ["x"] })).toEqual({
      first: [],
      more: [],
      rejection: undefined,
    });
  });

  it("have every option once, however many an agent offers", () => {
    const options = Array.from({ length: 50 }, (_, index) => option(ALL[index % 4]?.kind ?? "", `o${index}`));
    const { first, more } = toPermissionAnswers({ options, proposals: [] });
    expect(first).toHaveLength(4);
    const ids = [...first, ...more].map((answer) => answer.option.optionId);
    expect(ids.toSorted()).toEqual(options.map(({ optionId }) => optionId).toSorted());
    const letters = [...first, ...more].flatMap(({ letter = [] }) => letter);
    expect(new Set(letters).size).toBe(letters.length);
  });

  it.each(["constructor", "toString", "__proto__"])("are texts for an option with the id %s", (optionId) => {
    const { first } = toPermissionAnswers({ options: [option("allow_once", optionId, "Yes")], proposals: [] });
    expect(first[0]).toMatchObject({ label: "Yes", shortLabel: "Yes" });
  });
});
