// Recipe files, as YAML and as JSON: each is a recipe that can be filled in, or an error that names the field.
import { parseJson } from "@parley/base";
import { readRecipeFile } from "@parley/agent/recipes";
import { fillRecipe, parseRecipe } from "@parley/planning";
import { createTempFolder } from "@parley/test-support";
import * as fc from "fast-check";
import { writeFile } from "node:fs/promises";
import { editedBytes, fromBytes, type Bytes } from "../engine/bytes.ts";
import { mutated } from "../engine/mutate.ts";
import { toJson } from "../engine/odd-values.ts";
import { allowRefusal } from "../engine/own-errors.ts";
import { defineTarget } from "../engine/target.ts";

interface Input {
  readonly format: "yaml" | "json";
  readonly file: Bytes;
  readonly values: unknown;
}

const RECIPE = {
  version: "1.0.0",
  title: "Review {{file}}",
  description: "Reviews a file",
  instructions: "Look at {{file}} and {{ depth }}",
  prompt: "Begin with {{file}}",
  activities: ["Review {{file}}", "Again"],
  parameters: [
    { key: "file", input_type: "string", requirement: "required", description: "Which" },
    { key: "depth", input_type: "number", requirement: "optional", default: "2", description: "How deep" },
    { key: "kind", input_type: "select", requirement: "optional", default: "a", options: ["a", "b"], description: "?" },
  ],
  agent: "script",
  extensions: [
    { type: "stdio", name: "files", command: "mcp-files", args: ["-v"], env: [{ name: "A", value: "1" }] },
    { type: "http", name: "web", url: "https://example.com/mcp", headers: [] },
  ],
};
/** What YAML alone can say. */
const YAML_TEXTS = [
  "title: x\ndescription: y\nprompt: &a |\n  text\ninstructions: *a\n",
  "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c]\n",
  "title: !!js/function x\ndescription: !!binary aGk=\nprompt: 2001-01-01\n",
  "<<: {title: x}\ndescription: ~\n? [complex]\n: key\n",
];
const value = mutated([RECIPE, { title: "t", description: "d", prompt: "p" }]);
/** JSON is YAML, too. */
const asYaml = fc.oneof(
  { weight: 3, arbitrary: value.map((recipe) => toJson(recipe)) },
  { weight: 2, arbitrary: fc.constantFrom(...YAML_TEXTS) },
);

/** As the caller has parsed it. */
function parseValues(given: unknown): unknown {
  try {
    return parseJson(toJson(given));
  } catch {
    return null; // Nested too deeply, or a key that looks like a raw part.
  }
}

export const recipes = defineTarget<Input>({
  name: "recipes",
  count: 300,
  inputs: fc.oneof(
    fc.record({
      format: fc.constant("yaml" as const),
      file: editedBytes(asYaml.map((text) => Buffer.from(text))),
      values: mutated([{ file: "a.ts", depth: 2, kind: "b" }]),
    }),
    fc.record({
      format: fc.constant("json" as const),
      file: editedBytes(value.map((recipe) => Buffer.from(toJson(recipe)))),
      values: mutated([{ file: "a.ts", depth: 2, kind: "b" }]),
    }),
  ),
  async open() {
    const folder = await createTempFolder();
    return {
      async play({ format, file, values }) {
        const path = folder.file(`recipe.${format}`);
        await writeFile(path, fromBytes(file));
        await allowRefusal(async () => {
          const recipe = parseRecipe(await readRecipeFile(path));
          return fillRecipe(recipe, parseValues(values));
        });
      },
      [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
    };
  },
});
