import { describe, expect, it } from "vitest";
import type { OfferedTool } from "../conversation.ts";
import type { Intent } from "../script/instruction.ts";
import { chooseTool } from "./choose-tool.ts";

const string = { type: "string" };

function tool(name: string, properties: Record<string, unknown>, required = Object.keys(properties)): OfferedTool {
  return { name, schema: { type: "object", properties, required } };
}

function choose(intent: Intent, ...tools: OfferedTool[]): [string, unknown] | undefined {
  const choice = chooseTool(intent, tools);
  if (choice === undefined) return undefined;
  const isText = choice.tool.schema === undefined;
  return [choice.tool.name, isText ? choice.input : (JSON.parse(choice.input) as unknown)];
}

const read: Intent = { kind: "read", path: "/w/a.txt" };
const write: Intent = { kind: "write", path: "/w/a.txt", text: "one\ntwo\n" };
const edit: Intent = { kind: "edit", path: "/w/a.txt", oldText: "a/b", newText: "it's" };
const run: Intent = { kind: "run", command: "ls -l" };

describe("chooseTool", () => {
  it("knows the styles of file tools", () => {
    expect(
      choose(read, tool("mcp__acp__Read", { file_path: string, limit: { type: "number" } }, ["file_path"])),
    ).toEqual(["mcp__acp__Read", { file_path: "/w/a.txt" }]);
    const editor = tool(
      "developer__text_editor",
      {
        command: { type: "string", enum: ["view", "write", "str_replace"] },
        path: string,
        file_text: string,
        old_str: string,
        new_str: string,
      },
      ["command", "path"],
    );
    expect(choose(read, editor)).toEqual(["developer__text_editor", { command: "view", path: "/w/a.txt" }]);
    expect(choose(write, editor)?.[1]).toEqual({ command: "write", path: "/w/a.txt", file_text: "one\ntwo\n" });
    expect(choose(edit, editor)?.[1]).toEqual({
      command: "str_replace",
      path: "/w/a.txt",
      old_str: "a/b",
      new_str: "it's",
    });
    expect(choose(edit, tool("edit", { path: string, edits: { type: "array" } }))).toEqual([
      "edit",
      { path: "/w/a.txt", edits: [{ oldText: "a/b", newText: "it's" }] },
    ]);
  });

  it("fills in what a tool insists on", () => {
    const properties = {
      file_path: string,
      old_string: string,
      new_string: string,
      instruction: string,
      count: { type: "integer", minimum: 3 },
      timeout: { type: "number" },
      how: { enum: ["fast", "slow"] },
      nested: { type: "OBJECT", properties: { deep: { type: "BOOLEAN" } }, required: ["deep"] },
      list: { type: "array", minItems: 1, items: { $ref: "#/$defs/word" } },
    };
    const schema = { properties, required: Object.keys(properties), $defs: { word: string } };
    expect(choose(edit, { name: "replace", schema })?.[1]).toEqual({
      file_path: "/w/a.txt",
      old_string: "a/b",
      new_string: "it's",
      instruction: "stub",
      count: 3,
      timeout: 120_000,
      how: "fast",
      nested: { deep: false },
      list: ["stub"],
    });
  });

  it("uses a shell where there is nothing else", () => {
    const shell = tool("exec_command", { cmd: string, yield_time_ms: { type: "number" } }, ["cmd"]);
    expect(choose(run, shell)).toEqual(["exec_command", { cmd: "ls -l" }]);
    expect(choose(read, shell)).toEqual(["exec_command", { cmd: "cat '/w/a.txt'" }]);
    expect(choose(write, shell)).toEqual(["exec_command", { cmd: "printf '%s' 'one\ntwo\n' > '/w/a.txt'" }]);
    expect(choose(edit, shell)?.[1]).toEqual({
      cmd: String.raw`sed -i.orig -e 's/a\/b/it'\''s/' '/w/a.txt' && rm '/w/a.txt.orig'`,
    });
    const sandboxed = tool("exec_command", { cmd: string, sandbox_permissions: { enum: ["require_escalated"] } }, [
      "cmd",
    ]);
    expect(choose(run, sandboxed)?.[1]).toMatchObject({ cmd: "ls -l", sandbox_permissions: "require_escalated" });
    expect(choose(run, tool("shell", { command: { type: "array" } }))).toEqual([
      "shell",
      { command: ["bash", "-c", "ls -l"] },
    ]);
  });

  it("writes patches, as text or in a property", () => {
    const added = "*** Begin Patch\n*** Add File: /w/a.txt\n+one\n+two\n*** End Patch\n";
    expect(choose(write, { name: "apply_patch", schema: undefined })).toEqual(["apply_patch", added]);
    expect(choose(edit, tool("apply_patch", { input: string }))?.[1]).toEqual({
      input: "*** Begin Patch\n*** Update File: /w/a.txt\n@@\n-a/b\n+it's\n*** End Patch\n",
    });
  });

  it("finds the tool of an MCP server by the end of its name", () => {
    const intent: Intent = { kind: "mcp", tool: "add", input: { a: 1 } };
    const others = [tool("readd", {}), tool("bash", { command: string })];
    for (const name of ["add", "mcp__tiny__add", "tiny_add", "tiny.add", "tiny-add"]) {
      expect(choose(intent, ...others, tool(name, { a: { type: "number" } }))).toEqual([name, { a: 1 }]);
    }
    expect(choose(intent, ...others)).toBeUndefined();
  });

  it("takes no tool that only has the right name", () => {
    expect(choose(read, tool("read", { id: string }))).toBeUndefined();
    expect(choose(run, tool("bash", { text: string }))).toBeUndefined();
  });
});
