// A client's mistakes: each is −32602 with the name of the field, and nothing comes of it.
import { ErrorCodes } from "@parley/rpc";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openAgent, type OpenedAgent } from "../testing/open-agent.ts";

const refusal = (field: string): object => ({
  code: ErrorCodes.invalidParams,
  message: expect.stringContaining(`${field}: `) as string,
  data: { field },
});

describe("a new session", () => {
  it.each<[field: string, more: (opened: OpenedAgent) => object]>([
    ["cwd", () => ({ cwd: "/nowhere/at/all" })],
    ["cwd", ({ cwd }) => ({ cwd: join(cwd, "a-file") })],
    ["additionalDirectories.1", ({ cwd }) => ({ additionalDirectories: [cwd, "/nowhere/at/all"] })],
    ["mcpServers.0.type", () => ({ mcpServers: [{ type: "pigeon", name: "p" }] })],
    ["mcpServers.0.url", () => ({ mcpServers: [{ type: "http", name: "p", url: "nope", headers: [] }] })],
    ["mcpServers.0.command", () => ({ mcpServers: [{ name: "p", command: "", args: [], env: [] }] })],
  ])("is refused because of %s", async (field, more) => {
    await using opened = await openAgent();
    await writeFile(join(opened.cwd, "a-file"), "");
    const params = { cwd: opened.cwd, mcpServers: [], ...more(opened) };
    await expect(opened.agent.request("session/new", params)).rejects.toMatchObject(refusal(field));
  });
});

describe("a prompt", () => {
  it.each([
    ["prompt", []],
    ["prompt.0.data", [{ type: "image", data: "", mimeType: "image/png" }]],
    ["prompt.0.data", [{ type: "image", data: "%%", mimeType: "image/png" }]],
    [
      "prompt.1.mimeType",
      [
        { type: "text", text: "x" },
        { type: "image", data: "AAAA", mimeType: "text/plain" },
      ],
    ],
  ] as const)("is refused because of %s", async (field, prompt) => {
    await using opened = await openAgent();
    const sessionId = await opened.newSession();
    const asked = opened.agent.request("session/prompt", { sessionId, prompt: [...prompt] });
    await expect(asked).rejects.toMatchObject(refusal(field));
  });
});

it("an unknown way to sign in is refused by name", async () => {
  await using opened = await openAgent();
  const asked = opened.agent.request("authenticate", { methodId: "nope" });
  await expect(asked).rejects.toMatchObject(refusal("methodId"));
});
