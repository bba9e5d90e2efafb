import { createTempFolder } from "@parley/test-support";
import fc from "fast-check";
import { mkdir, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { findJsonError } from "./find-json-error.ts";
import { parseUserObject, parseUserText } from "./parse-user-text.ts";
import { readUserText, readUserTextSync } from "./read-user-text.ts";

describe("a mistake in JSON", () => {
  it.each([
    ["", 1, "a value"],
    ["{", 1, 'a name in double quotes or "}"'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, '"," or "}"'],
    ['{\n  "a": 1,\n}', 3, "a name in double quotes"],
    ["[1,\n2,\n]", 3, "a value"],
    ["[1\n2]", 2, '"," or "]"'],
    ['{"a" 1}', 1, '":"'],
    ['{"a":\n tru}', 2, "a value"],
    ['{"a": "x\ny"}', 1, "a value"],
    ["{}\n{}", 2, "nothing more"],
    ["{'a': 1}", 1, 'a name in double quotes or "}"'],
    ['{\n// why\n"a": 1}', 2, 'a name in double quotes or "}"'],
  ])("%j is found in its line, with what JSON allows there", (text, line, expected) => {
    expect(isJson(text)).toBe(false);
    expect(findJsonError(text)).toEqual({ line, expected });
  });

  it("is found exactly if JSON.parse finds one", () => {
    const pieces = fc.array(
      fc.constantFrom(
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"a"',
        '"\\u00e9"',
        '"\\x"',
        "1",
        "-0.5e3",
        "01",
        "true",
        " ",
        "\n",
      ),
    );
    const texts = fc.oneof(
      fc.json(),
      pieces.map((all) => all.join("")),
      fc.tuple(fc.json(), fc.nat()).map(([json, at]) => json.slice(0, at % (json.length + 1))),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(findJsonError(text) === undefined).toBe(isJson(text));
      }),
    );
  });

  it("names the file, and shows nothing of its content", () => {
    expect(() => parseUserObject("/x/config.json", '{"key": "secret-1",\n oops}')).toThrow(
      "/x/config.json is not JSON: line 2: expected a name in double quotes",
    );
    expect(() => parseUserObject("/x/config.json", "[]")).toThrow("/x/config.json is not a JSON object");
  });
});

it("parses by the extension, and ignores a byte order mark", async () => {
  expect(await parseUserText("a.json", '\uFEFF{"a": 1}')).toEqual({ value: { a: 1 } });
  expect(await parseUserText("a.yaml", "a: 1\nb: [x]")).toEqual({ value: { a: 1, b: ["x"] } });
  expect(await parseUserText("a.yml", "a: 1\nb: [x")).toMatchObject({ format: "YAML", line: 2 });
});

describe("reading", () => {
  it("returns the text, or undefined if the file does not exist", async () => {
    await using folder = await createTempFolder();
    await writeFile(folder.file("a.json"), "{}");
    expect(await readUserText(folder.file("a.json"))).toBe("{}");
    expect(readUserTextSync(folder.file("a.json"))).toBe("{}");
    expect(await readUserText(folder.file("a.json", "b"))).toBeUndefined();
    expect(readUserTextSync(folder.file("none"))).toBeUndefined();
  });

  it("rejects a folder and a file that is too large", async () => {
    await using folder = await createTempFolder();
    await mkdir(folder.file("folder"));
    await writeFile(folder.file("large"), "12345");
    for (const [name, message] of [
      ["folder", "folder cannot be read: it is not a regular file"],
      ["large", "large cannot be read: it is larger than 4 bytes"],
    ] as const) {
      await expect(readUserText(folder.file(name), 4)).rejects.toMatchObject({
        code: "bad_config",
        message: folder.file(message),
      });
      expect(() => readUserTextSync(folder.file(name), 4)).toThrow(folder.file(message));
    }
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
