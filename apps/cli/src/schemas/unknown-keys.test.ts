import { expect, it } from "vitest";
import { createSchema } from "./schemas.ts";
import { describeUnknownKey, findUnknownKeys } from "./unknown-keys.ts";

const CASES: readonly [value: unknown, found: readonly string[]][] = [
  [{}, []],
  [{ $schema: "./config.schema.json", model: "a/b", agents: { any: { command: "x" } } }, []],
  [{ modell: "a/b" }, ['unknown setting "modell" (did you mean "model"?)']],
  [{ zzzzzzzz: 1 }, ['unknown setting "zzzzzzzz"']],
  [{ agents: { mine: { comand: "x" } } }, ['unknown setting "agents.mine.comand" (did you mean "command"?)']],
  [
    { agents: { mine: { sandbox: { hostz: [] } } } },
    ['unknown setting "agents.mine.sandbox.hostz" (did you mean "hosts"?)'],
  ],
  [{ hooks: [{ event: "before_tool", tool: [] }] }, ['unknown setting "hooks[0].tool" (did you mean "tools"?)']],
  [{ mcpServers: { a: { command: "x", disabled: true } } }, ['unknown setting "mcpServers.a.disabled"']],
  [
    { models: { "a/b": { price: { inputs: 1 } } } },
    ['unknown setting "models.a/b.price.inputs" (did you mean "input"?)'],
  ],
  ["not an object", []],
  [{ hooks: "not a list", agents: [1, { command: 2 }] }, []],
];

it.each(CASES)("%j", (value, found) => {
  expect(findUnknownKeys(value, createSchema("config")).map(describeUnknownKey)).toEqual(found);
});

it("stops after a readable number of keys", () => {
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`x${index}`, 1]));
  expect(findUnknownKeys(many, createSchema("config"))).toHaveLength(20);
});
