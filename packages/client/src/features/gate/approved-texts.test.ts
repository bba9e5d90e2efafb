import type { TextEdit } from "@parley/acp/tool-input";
import { describe, expect, it } from "vitest";
import { ApprovedTexts, toApprovedEdits } from "./approved-texts.ts";

const FILE = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n";

function edit(old: string | undefined, now: string): TextEdit {
  return { path: "a", old, new: now, isAll: false, from: "diff" };
}

/** A file that has this text when each of the edits is approved, one after the other. */
function approved(current: string, ...edits: readonly (readonly TextEdit[])[]): ApprovedTexts {
  const texts = new ApprovedTexts();
  for (const shown of edits) texts.approve(toApprovedEdits(shown, false), current, false);
  return texts;
}

describe("a file that was shown before it was written", () => {
  it("may have the text that was shown, or stay as it is", () => {
    const texts = approved(FILE, [edit("two", "2")]);
    expect(texts.explains(FILE.replace("two", "2"))).toBe(true);
    expect(texts.explains(FILE.replace("two", "2").replaceAll("\n", "\r\n"))).toBe(true);
    expect(texts.explains(FILE)).toBe(true);
  });

  it.each([
    ["another text", FILE.replace("two", "evil")],
    ["something more", `${FILE.replace("two", "2")}evil\n`],
    ["something less", "one\n2\n"],
    ["another white space", FILE.replace("two", "  2")],
    ["the same lines in another order", FILE.replace("one\ntwo", "2\none")],
  ])("may not have %s", (_, after) => {
    expect(approved(FILE, [edit("two", "2")]).explains(after)).toBe(false);
    const whole = [edit(FILE, FILE.replace("two", "2"))];
    expect(approved(FILE, whole).explains(after)).toBe(false);
    expect(approved(FILE, whole, whole).explains(after)).toBe(false);
  });

  it("is new: only with the text that was shown", () => {
    const texts = approved("", [edit(undefined, "a\nb\n")]);
    expect(texts.explains("a\nb\n")).toBe(true);
    for (const after of ["b\n", "a\n", "a\nb\nc\n", "b\na\n"]) expect(texts.explains(after)).toBe(false);
  });

  it("has every place replaced only if the call says so", () => {
    const everywhere = new ApprovedTexts();
    everywhere.approve(toApprovedEdits([edit("a", "b")], true), "a\na\n", false);
    expect(everywhere.explains("b\nb\n")).toBe(true);
    expect(approved("a\na\n", [edit("a", "b")]).explains("b\nb\n")).toBe(false);
  });
});

describe("several approvals of one file", () => {
  const both = FILE.replace("two", "2").replace("eight", "8");

  it("may all be used, some, or none", () => {
    const texts = approved(FILE, [edit("two", "2")], [edit("eight", "8")]);
    for (const after of [FILE, FILE.replace("two", "2"), FILE.replace("eight", "8"), both]) {
      expect(texts.explains(after)).toBe(true);
    }
    expect(texts.explains(both.replace("one", "1"))).toBe(false);
  });

  it("fit together although each was shown as the whole file", () => {
    const texts = approved(FILE, [edit(FILE, FILE.replace("two", "2"))], [edit(FILE, FILE.replace("eight", "8"))]);
    expect(texts.explains(both)).toBe(true);
    expect(texts.explains(both.replace("one", "1"))).toBe(false);
  });

  it("go on from what a command made of the file", () => {
    const texts = approved(FILE, [edit("two", "2")]);
    const formatted = FILE.replace("two", "2").toUpperCase();
    texts.approve(toApprovedEdits([edit("EIGHT", "8")], false), formatted, true);
    expect(texts.explains(formatted.replace("EIGHT", "8"))).toBe(true);
    expect(texts.explains(FILE)).toBe(false);
  });

  it("do not continue from a text written without approval", () => {
    const texts = approved(FILE, [edit("two", "2")]);
    const changed = `${FILE}evil\n`;
    texts.approve(toApprovedEdits([edit("eight", "8")], false), changed, false);
    expect(texts.explains(changed.replace("eight", "8"))).toBe(false);
  });

  it("count together with what the client wrote", () => {
    const texts = approved(FILE, [edit("two", "2")]);
    texts.wrote("by the client\n");
    expect(texts.explains("by the client\n")).toBe(true);
    expect(texts.explains("by the agent\n")).toBe(false);
  });
});

describe("a part that is in the file with other white space", () => {
  const texts = approved("if (x) {\n\tone();\n\ttwo();\n}\n", [edit("    one();\n    two();", "    one();\n    2();")]);

  it("may be replaced in the file's own white space", () => {
    expect(texts.explains("if (x) {\n\tone();\n\t2();\n}\n")).toBe(true);
  });

  it("and nothing else with it", () => {
    expect(texts.explains("if (x) {\n\tone();\n\t2();\n\tevil();\n}\n")).toBe(false);
    expect(texts.explains("if (x) {\n\t2();\n}\n")).toBe(false);
  });
});
