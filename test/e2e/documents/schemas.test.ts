// Checks the documented modes and recipes against the schemas that the command prints, and with the command itself.
import { isObject, type JsonObject } from "@parley/base";
import { Ajv } from "ajv";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../../repository/workspaces.ts";
import { openPlace, type Place } from "../run-parley.ts";

const ajv = new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });

type Check = (value: unknown) => readonly string[];

/** Validates with the schema that the built command prints. */
async function printedSchema(place: Place, name: string): Promise<Check> {
  const { code, stdout } = await place.run(["schema", name]);
  expect(code).toBe(0);
  const validate = ajv.compile(JSON.parse(stdout) as JsonObject);
  return (value) => {
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

function readDocument(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** The code blocks of a document in one language. */
function blocksOf(path: string, language: string): readonly string[] {
  const pattern = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm");
  return Array.from(readDocument(path).matchAll(pattern), ([, block = ""]) => block);
}

/** The fields of a Markdown file with front matter; the text below is the field `instructions`. */
function modeFields(text: string): JsonObject {
  const [, head = "", body = ""] = /^---\n([\s\S]*?)^---\n([\s\S]*)/m.exec(text) ?? [];
  const fields: unknown = parse(head);
  return { ...(isObject(fields) ? fields : {}), instructions: body.trim() };
}

describe("documented modes", () => {
  const modes = [...blocksOf("docs/agent.md", "markdown"), readDocument("examples/documenter.md")];

  it("match the schema that `parley schema mode` prints", async () => {
    await using place = await openPlace();
    expect(modes.length).toBeGreaterThanOrEqual(2);
    const check = await printedSchema(place, "mode");
    for (const text of modes) expect(check(modeFields(text))).toEqual([]);
    expect(check({ description: "D", instructions: "I", tool_group: ["read"] })).not.toEqual([]);
  });
});

describe("documented recipes", () => {
  const recipes = blocksOf("docs/command-line.md", "yaml");

  it("match the schema that `parley schema recipe` prints", async () => {
    await using place = await openPlace();
    expect(recipes.length).toBeGreaterThanOrEqual(1);
    const check = await printedSchema(place, "recipe");
    for (const text of recipes) expect(check(parse(text))).toEqual([]);
    expect(check({ title: "T", description: "D", promt: "P" })).not.toEqual([]);
  });

  it("are listed without a problem", async () => {
    await using place = await openPlace();
    for (const [index, text] of recipes.entries()) {
      const path = place.file(`.parley/recipes/example-${index}.yaml`);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
    const { code, stdout } = await place.run(["recipe", "list", "--json"]);
    expect(code).toBe(0);
    const { recipes: listed } = JSON.parse(stdout) as { recipes: readonly JsonObject[] };
    expect(listed.length).toBe(recipes.length);
    for (const recipe of listed) expect(recipe).not.toHaveProperty("problem");
  });
});
