import { describe, expect, it } from "vitest";
import { z } from "zod";
import { codingTools } from "./coding-tools.ts";
import { TOOL_GROUPS } from "./tool.ts";

interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema & { readonly description?: string }>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
}

describe("the tools for files and commands", () => {
  it("have names of their own", () => {
    const names = codingTools.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^[a-z_]+$/.test(name))).toBe(true);
  });

  it("show a model the proper names only, each of them explained", () => {
    const shown = codingTools.map(({ name, input }) => {
      const schema = z.toJSONSchema(input, { io: "input" }) as JsonSchema;
      const properties = Object.entries(schema.properties ?? {});
      expect(properties.filter(([, { description = "" }]) => description === "")).toEqual([]);
      return [schema.type, name, properties.map(([property]) => property), schema.required ?? []];
    });
    expect(shown).toEqual([
      ["object", "read", ["path", "line", "limit"], ["path"]],
      ["object", "write", ["path", "content"], ["path", "content"]],
      ["object", "edit", ["path", "old_text", "new_text", "replace_all", "edits"], ["path"]],
      ["object", "delete", ["path"], ["path"]],
      ["object", "move", ["from", "to"], ["from", "to"]],
      ["object", "list", ["path", "depth"], []],
      ["object", "glob", ["pattern", "path"], ["pattern"]],
      ["object", "grep", ["pattern", "path", "glob", "mode", "context", "case_insensitive", "literal"], ["pattern"]],
      ["object", "shell", ["command", "cwd", "timeout_ms", "background", "outside_sandbox"], ["command"]],
      ["object", "command_output", ["id", "wait_ms"], ["id"]],
      ["object", "stop_command", ["id"], ["id"]],
    ]);
  });

  it("show the fields of an edit in a list", () => {
    const edit = codingTools.find(({ name }) => name === "edit");
    const schema = edit === undefined ? undefined : (z.toJSONSchema(edit.input, { io: "input" }) as JsonSchema);
    expect(schema?.properties?.["edits"]?.items).toMatchObject({
      type: "object",
      properties: { old_text: { type: "string" }, new_text: { type: "string" } },
      required: ["old_text", "new_text"],
    });
  });

  it("are each in a group, and described in a few sentences", () => {
    for (const { groups, description } of codingTools) {
      expect(groups.length).toBeGreaterThan(0);
      expect(TOOL_GROUPS).toEqual(expect.arrayContaining([...groups]));
      expect(description.length).toBeGreaterThan(40);
      expect(description.length).toBeLessThan(900);
    }
  });

  it.each([
    ["read", {}],
    ["read", { path: "" }],
    ["read", { path: 7 }],
    ["read", { path: "a", line: 1.5 }],
    ["read", "a.txt"],
    ["write", { path: "a" }],
    ["edit", { path: "a", edits: [{ old_text: "x" }] }],
    ["grep", { pattern: "x", mode: "all" }],
    ["shell", { command: ["ls"] }],
    ["shell", { command: "ls", timeout_ms: "soon" }],
  ])("%s refuses %j", (name, input) => {
    const tool = codingTools.find((one) => one.name === name);
    expect(tool?.input.safeParse(input).success).toBe(false);
  });

  it("ignores other names of a field that is present", () => {
    const read = codingTools.find(({ name }) => name === "read");
    expect(read?.input.parse({ path: "a", file_path: "b", offset: 3 })).toEqual({ path: "a", line: 3 });
  });
});
