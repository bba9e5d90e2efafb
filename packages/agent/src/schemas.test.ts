import { isObject } from "@parley/base";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parseHooks } from "./hooks/hook-setting.ts";
import { BUILT_IN_MODES } from "./modes/built-in.ts";
import { readMode } from "./modes/mode-fields.ts";
import { hooksSchema, modeSchema } from "./schemas.ts";

const ajv = new Ajv({ strict: true, allowUnionTypes: true });
const isHooks = ajv.compile(hooksSchema());
const isMode = ajv.compile(modeSchema());

const MODES: readonly unknown[] = [
  { description: "D", instructions: "I" },
  { $schema: "./mode.schema.json", id: "x", name: "X", description: "D", instructions: "I", tool_groups: ["read"] },
  { description: "D", instructions: "I", slot: "assistant", category: "llm_only", tool_groups: [], internal: true },
  { description: "D", instructions: "I", tool_groups: [{ group: "read", file_regex: "md$" }] },
  { description: "D" },
  { instructions: "I" },
  { description: "D", instructions: "I", tool_group: ["read"] },
  { description: "D", instructions: "I", slot: "else" },
  { description: "D", instructions: "I", category: "else" },
  { description: "D", instructions: "I", internal: "yes" },
  { description: "D", instructions: "I", id: "Not An Id" },
];

const HOOKS: readonly unknown[] = [
  [],
  [{ event: "before_tool", command: "check" }],
  [{ event: "after_tool", command: "/bin/check", args: ["a"], tools: ["shell"], timeoutMs: 5_000 }],
  [{ event: "before", command: "check" }],
  [{ event: "before_tool" }],
  [{ event: "before_tool", command: " " }],
  [{ event: "before_tool", command: "check", tools: [] }],
  [{ event: "before_tool", command: "check", tool: ["a"] }],
  [{ event: "before_tool", command: "check", timeoutMs: 0 }],
  {},
];

describe("what a schema says is what its reader says, of", () => {
  it.each(MODES.map((mode) => [JSON.stringify(mode), mode] as const))("the mode %s", (_, mode) => {
    const read = readMode(isObject(mode) ? mode : {}, "x", () => undefined);
    expect(isMode(mode)).toBe(!("expected" in read));
  });

  it.each(HOOKS.map((hooks) => [JSON.stringify(hooks), hooks] as const))("the hooks %s", (_, hooks) => {
    let isRead = true;
    try {
      parseHooks(hooks, { path: "config.json", folder: "/" });
    } catch {
      isRead = false;
    }
    expect(isHooks(hooks)).toBe(isRead);
  });

  it("our own modes", () => {
    expect(BUILT_IN_MODES.length).toBeGreaterThan(0);
    for (const { slot, category, description, instructions } of BUILT_IN_MODES) {
      expect(isMode({ slot, category, description, instructions })).toBe(true);
    }
  });
});
