import { cpuMsOf } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { applyEdits } from "./apply-edits.ts";
import type { EditResult, TextEdit } from "./text-edit.ts";

function edit(text: string, oldText: string, newText: string, replaceAll = false): EditResult {
  return applyEdits(text, [{ oldText, newText, replaceAll }]);
}

function toText(result: EditResult): string {
  return "failed" in result ? `failed: ${result.failed}` : result.text;
}

function toFailure(result: EditResult): string {
  return "failed" in result ? result.failed : `done: ${result.text}`;
}

describe("word for word", () => {
  it("replaces a text that occurs once", () => {
    expect(edit("a b c", "b", "x")).toEqual({ text: "a x c", replacements: 1, isFuzzy: false });
  });

  it("takes what could be special in a replacement as it is", () => {
    expect(toText(edit("a b c", "b", "$& $1 $$"))).toBe("a $& $1 $$ c");
  });

  it("reports the number and the lines of several occurrences", () => {
    const failure = toFailure(edit("x\ny\nx\nx", "x", "z"));
    expect(failure).toContain("there 3 times (at lines 1, 3, 4)");
    expect(failure).toContain("replace_all");
    expect(failure).toContain("Nothing was changed.");
  });

  it("replaces all of them if asked to", () => {
    expect(edit("x\ny\nx", "x", "xx", true)).toEqual({ text: "xx\ny\nxx", replacements: 2, isFuzzy: false });
  });

  it("names ten places at most", () => {
    expect(toFailure(edit("x\n".repeat(30), "x", "z"))).toContain("7, 8, 9, 10 and more)");
  });

  it("fills what is empty, and nothing else", () => {
    expect(toText(edit("", "", "new\n"))).toBe("new\n");
    expect(toFailure(edit("full", "", "new"))).toContain("only allowed for a new or empty file");
  });

  it("refuses what changes nothing", () => {
    expect(toFailure(edit("a", "a", "a"))).toContain("are the same");
    const there = { oldText: "a", newText: "b", replaceAll: false };
    const back = { oldText: "b", newText: "a", replaceAll: false };
    expect(toFailure(applyEdits("a", [there, back]))).toContain("Nothing to change");
  });
});

describe("several at once", () => {
  const first: TextEdit = { oldText: "a", newText: "b", replaceAll: false };

  it("builds each on the ones before it", () => {
    expect(toText(applyEdits("a", [first, { oldText: "b", newText: "c", replaceAll: false }]))).toBe("c");
  });

  it("makes none of them if one fails, and says which", () => {
    const failure = toFailure(applyEdits("a", [first, { oldText: "zzzzzz", newText: "c", replaceAll: false }]));
    expect(failure).toMatch(/^Edit 2 of 2: old_text was not found/);
  });
});

/** What the file has, what the model took for it, what it wants, what comes of it. */
const FUZZY: readonly (readonly [name: string, text: string, oldText: string, newText: string, result: string])[] = [
  [
    "spaces at line ends",
    "if (a) {  \n  b();\t\n}\n",
    "if (a) {\n  b();\n}",
    "if (a) {\n  c();\n}",
    "if (a) {  \n  c();\n}\n",
  ],
  [
    "less indentation",
    "class A {\n    run() {\n        go();\n    }\n}\n",
    "run() {\n    go();\n}",
    "run() {\n    stop();\n    go();\n}",
    "class A {\n    run() {\n        stop();\n        go();\n    }\n}\n",
  ],
  [
    "more indentation",
    "run() {\n  go();\n}\n",
    "    run() {\n      go();\n    }",
    "    run() {\n      stop();\n    }",
    "run() {\n  stop();\n}\n",
  ],
  [
    "tabs in the file",
    "\tif (a) {\n\t\tgo();\n\t}\n",
    "    if (a) {\n        go();\n    }",
    "    if (a) {\n        if (b) {\n            go();\n        }\n    }",
    "\tif (a) {\n\t\tif (b) {\n\t\t\tgo();\n\t\t}\n\t}\n",
  ],
  [
    "tabs in the edit",
    "  if (a) {\n    go();\n  }\n",
    "\tif (a) {\n\t\tgo();\n\t}",
    "\tif (a) {\n\t\tstop();\n\t}",
    "  if (a) {\n    stop();\n  }\n",
  ],
  ["one line with tabs", "\t\tgo(one);\n", "        go(one);\n", "        go(two);\n", "\t\tgo(two);\n"],
  [
    "two spaces for four",
    "  a: {\n    b: 1,\n  }\n",
    "    a: {\n        b: 1,\n    }",
    "    a: {\n        b: 2,\n        c: {\n            d: 3,\n        },\n    }",
    "  a: {\n    b: 2,\n    c: {\n      d: 3,\n    },\n  }\n",
  ],
  ["runs of spaces", "const  a   = 1;\nrest\n", "const a = 1;", "const a = 2;", "const a = 2;\nrest\n"],
  [
    "typographic quotes in the file",
    "say(“hello” — ‘you’)\n",
    "say(\"hello\" - 'you')",
    "say(\"hello\" - 'me')",
    "say(“hello” — ‘me’)\n",
  ],
  ["typographic quotes in the edit", 'say("hello");\n', "say(“hello”);", "say(“bye”);", 'say("bye");\n'],
  ["hard spaces", "10\u00A0km away\n", "10 km away", "20 km away", "20\u00A0km away\n"],
  ["empty lines round the edit", "a();\nbcd();\n", "\nbcd();\n\n", "\nefg();\n\n", "a();\nefg();\n"],
  [
    "line numbers in the edit",
    "one\n  two\nthree\n",
    "2\t  two\n3\tthree",
    "2\t  zwei\n3\tthree",
    "one\n  zwei\nthree\n",
  ],
  ["a line to be taken out", "one\n  two  + 2;\nthree\n", "two + 2;\n", "", "one\nthree\n"],
  [
    "lines in between kept as they are",
    "begin  \n  middle();\nend  \n",
    "begin\nmiddle();\nend",
    "begin\nother();\nend",
    "begin  \n  other();\nend  \n",
  ],
];

describe("with other whitespace and quotes", () => {
  it.each(FUZZY)("%s", (_name, text, oldText, newText, expected) => {
    const result = edit(text, oldText, newText);
    expect(toText(result)).toBe(expected);
  });

  it("says that it was not word for word", () => {
    expect(edit("  go();  \nx", "go();\nx", "stop();\nx")).toMatchObject({ isFuzzy: true, replacements: 1 });
  });

  it("does not guess between two places", () => {
    const text = "  go(1);\n  end();\n\n    go(1);\n    end();\n";
    const failure = toFailure(edit(text, "go(1);\nend();", "x"));
    expect(failure).toContain("with other whitespace or quotes it is there 2 times (at lines 1, 4)");
  });

  it("replaces both if asked to, each with its own indentation", () => {
    const text = "  go(1);\n  end();\n\n    go(1);\n    end();\n";
    expect(toText(edit(text, "go(1);\nend();", "go(2);\nend();", true))).toBe(
      "  go(2);\n  end();\n\n    go(2);\n    end();\n",
    );
  });

  it("does not take a few brackets for a text", () => {
    expect(toFailure(edit("  }  \n", "} \n\t", "]"))).toMatch(/not found/);
  });
});

describe("line ends", () => {
  it("keeps CRLF, whatever the edit's line endings", () => {
    expect(toText(edit("a\r\nb\r\nc\r\n", "a\nb", "a\nx\nb"))).toBe("a\r\nx\r\nb\r\nc\r\n");
    expect(toText(edit("a\r\nb\r\n", "a\r\nb", "x\r\ny"))).toBe("x\r\ny\r\n");
  });

  it("keeps LF where the edit has CRLF", () => {
    expect(toText(edit("abc\ndef\n", "abc\r\ndef\r\n", "abc\r\nxyz\r\n"))).toBe("abc\nxyz\n");
  });

  it("leaves the rest of a file that mixes them alone", () => {
    const text = "one\r\ntwo\r\nthree\nfour\n";
    expect(toText(edit(text, "one\ntwo", "one\n2"))).toBe("one\r\n2\r\nthree\nfour\n");
    expect(toText(edit(text, "three\nfour", "3\n4"))).toBe("one\r\ntwo\r\n3\n4\n");
  });

  it("keeps a byte order mark", () => {
    expect(toText(edit("\uFEFFa\n", "a", "b"))).toBe("\uFEFFb\n");
  });
});

describe("what is not there", () => {
  const text = "import x\n\nfunction add(a, b) {\n  return a + b;\n}\n\nfunction sub(a, b) {\n  return a - b;\n}\n";

  it("shows the lines that have most of it", () => {
    const failure = toFailure(edit(text, "function sub(a, b) {\n  return b - a;\n}", "x"));
    expect(failure).toContain("most similar lines are:\n6\t\n7\tfunction sub(a, b) {\n8\t  return a - b;");
  });

  it("shows a line that is much like it", () => {
    expect(toFailure(edit(text, "function addd(a, b, c) {", "x"))).toContain("3\tfunction add(a, b) {");
  });

  it("shows nothing where nothing is like it", () => {
    expect(toFailure(edit(text, "SELECT 1", "x"))).toContain("nor anything similar");
  });

  it("takes no time over a large file", () => {
    const large = "const value = compute(1, 2, 3);\n".repeat(50_000);
    expect(
      cpuMsOf(() =>
        expect(toFailure(edit(large, "const valve = computed(9);\nnot there at all", "x"))).toContain("not found"),
      ),
    ).toBeLessThan(5_000);
  });
});
