import { resolveSettings, silentLog } from "@parley/base";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CommandContext } from "../command.ts";
import { toSessionSetup } from "./session-setup.ts";

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

function createContext(values: object = {}, agents?: object): CommandContext {
  return {
    settings: resolveSettings([{ layer: "flag", origin: "", values: { ...values } }]),
    log: silentLog,
    cwd: folder.path,
    home: folder.file("home"),
    isTrusted: false,
    config: { user: { path: "config.json", values: { agents } }, workspace: { path: "", values: {} } },
  };
}

const none = { config: [], "add-dir": [], mcp: [] };

describe("toSessionSetup", () => {
  it("uses settings and flags", async () => {
    const context = createContext({ mode: "plan", model: "big" });
    const flags = { ...none, config: ["fast=true", "style=a=b"], "add-dir": [folder.path] };
    expect(await toSessionSetup(flags, context)).toEqual({
      cwd: folder.path,
      modeId: "plan",
      modelId: "big",
      config: { fast: true, style: "a=b" },
      additionalFolders: [folder.path],
      mcpServers: [],
    });
  });

  it.each([
    [{ ...none, config: ["=x"] }, "expected ID=VALUE"],
    [{ ...none, "add-dir": ["/no/such/folder"] }, "Folder /no/such/folder not found"],
    [{ ...none, mcp: ["/no/such/file"] }, "/no/such/file: the file was not found"],
  ])("refuses %j", async (flags, message) => {
    await expect(toSessionSetup(flags, createContext())).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining(message) as string,
    });
  });

  it("reads MCP servers of all types", async () => {
    const mcpServers = {
      files: { command: "mcp-files", args: ["--ro"], env: { ROOT: "/" } },
      docs: { url: "https://example.com/mcp", headers: { Authorization: "x" } },
      old: { type: "sse", url: "https://example.com/sse" },
    };
    await writeFile(folder.file("mcp.json"), JSON.stringify({ mcpServers }));
    const setup = await toSessionSetup({ ...none, mcp: [folder.file("mcp.json")] }, createContext());
    expect(setup.mcpServers).toEqual([
      { name: "files", command: "mcp-files", args: ["--ro"], env: [{ name: "ROOT", value: "/" }] },
      { type: "http", name: "docs", url: "https://example.com/mcp", headers: [{ name: "Authorization", value: "x" }] },
      { type: "sse", name: "old", url: "https://example.com/sse", headers: [] },
    ]);
  });

  it.each([
    ["{", "mcp.json is not JSON: line 1: expected a name"],
    ["[]", "is not a JSON object"],
    ["{}", 'an object "mcpServers"'],
    ['{"mcpServers": {"a": {}}}', 'mcpServers.a: expected "command" or "url"'],
    ['{"mcpServers": {"a": {"command": "x", "args": [1]}}}', "args: expected a list of strings"],
    ['{"mcpServers": {"a": {"command": "x", "env": {"A": 1}}}}', "env: expected an object of strings"],
    ['{"mcpServers": {"a": {"url": "x", "type": "ftp"}}}', "type: expected"],
  ])("refuses the MCP servers %s", async (text, message) => {
    await writeFile(folder.file("mcp.json"), text);
    await expect(toSessionSetup({ ...none, mcp: [folder.file("mcp.json")] }, createContext())).rejects.toThrow(message);
  });
});
