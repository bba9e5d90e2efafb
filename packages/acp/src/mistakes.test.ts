import { describe, expect, it } from "vitest";
import type { ContentBlock, McpServer } from "./generated/types.ts";
import { findContentMistake, findServerMistake } from "./mistakes.ts";

const TEXT = { type: "text", text: "" } as const;
const IMAGE = { type: "image", data: "AAAA", mimeType: "image/png" } as const;
const STDIO = { name: "clock", command: "clock", args: [], env: [{ name: "A", value: "" }] };
const HTTP = { type: "http" as const, name: "web", url: "https://example.com", headers: [{ name: "X-A", value: "b" }] };

describe("a mistake in content", () => {
  it.each<[path: string, block: object]>([
    ["/1/data", { ...IMAGE, data: "" }],
    ["/1/data", { ...IMAGE, data: "%%" }],
    ["/1/mimeType", { ...IMAGE, mimeType: "" }],
    ["/1/mimeType", { ...IMAGE, mimeType: "text/plain" }],
    ["/1/mimeType", { ...IMAGE, type: "audio" }],
    ["/1/type", { kind: "unknown", raw: { type: "hologram" } }],
  ])("is in %s: %j", (path, block) => {
    expect(findContentMistake([TEXT, block as ContentBlock])).toMatchObject({ path });
  });

  it("is that there is none", () => {
    expect(findContentMistake([])).toEqual({ path: "", problem: "is empty" });
    expect(findContentMistake([TEXT, IMAGE, { ...IMAGE, mimeType: "Image/PNG" }])).toBeUndefined();
  });
});

describe("a mistake in MCP servers", () => {
  it.each<[path: string, server: object]>([
    ["/1/type", { kind: "unknown", raw: { type: "pigeon" } }],
    ["/1/name", { ...STDIO, name: "" }],
    ["/1/command", { ...STDIO, command: "" }],
    ["/1/env/0/name", { ...STDIO, env: [{ name: "", value: "x" }] }],
    ["/1/env/0/name", { ...STDIO, env: [{ name: "A=B", value: "x" }] }],
    ["/1/env/0/value", { ...STDIO, env: [{ name: "A", value: "x\0" }] }],
    ["/1/url", { ...HTTP, url: "ftp://example.com" }],
    ["/1/headers/0/name", { ...HTTP, headers: [{ name: "a b", value: "x" }] }],
    ["/1/headers/0/value", { ...HTTP, headers: [{ name: "a", value: "x\ny: z" }] }],
  ])("is in %s: %j", (path, server) => {
    expect(findServerMistake([STDIO, server as McpServer])).toMatchObject({ path });
  });

  it("is not there otherwise", () => {
    expect(findServerMistake([])).toBeUndefined();
    expect(findServerMistake([STDIO, HTTP, { ...HTTP, type: "sse" }])).toBeUndefined();
  });
});
