// What is behind a session, on the page: its agent, options, rules, MCP servers and tools.
import { CHROMIUM } from "@parley/test-support/browser";
import { VERSION } from "@parley/base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations } from "./accessibility.ts";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

describe.skipIf(CHROMIUM === undefined)("details on the page", { timeout: 120_000 }, () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
  });
  afterAll(() => at[Symbol.asyncDispose]());

  it("show the agent with its version and capabilities, the rules that hold, and MCP servers without secrets", async () => {
    const server = {
      type: "stdio",
      name: "clock",
      cmd: "/usr/bin/clock",
      args: ["--utc"],
      envs: { CLOCK_KEY: "s3cret" },
    };
    const id = await at.createSession({
      agent: "script",
      level: "auto",
      rules: { auto_reject: ["execute(npm publish *)"] },
    });
    const page = await at.open();
    await page.goto(`${at.served.url}/#/sessions/${id}`);
    await page.getByRole("textbox", { name: "Message" }).fill("say hello");
    await page.keyboard.press("Enter");
    await page.getByRole("log", { name: "Conversation" }).getByText("hello", { exact: true }).waitFor();
    const added = await fetch(`${at.served.url}/sessions/${id}/extensions`, {
      method: "POST",
      headers: { authorization: `Bearer ${at.served.token}`, "content-type": "application/json" },
      body: JSON.stringify({ config: server }),
    });
    expect(added.status).toBe(200);
    await page.getByRole("tab", { name: "Details" }).click();
    const agent = page.getByRole("region", { name: "Agent", exact: true });
    await agent.getByText(VERSION, { exact: true }).waitFor();
    await agent.getByText("loads sessions").waitFor();
    const rules = page.getByRole("region", { name: "Rules in effect" });
    await rules.getByText("Auto: Reads, edits").waitFor();
    await rules.getByText("execute(npm publish *)").waitFor();
    const servers = page.getByRole("region", { name: "MCP servers" });
    await servers.getByText("/usr/bin/clock --utc").waitFor();
    await servers.getByText("CLOCK_KEY").waitFor();
    expect(await page.content()).not.toContain("s3cret");
    expect(await findViolations(page, ".details")).toEqual([]);
    expect(at.complaints).toEqual([]);
  });
});
