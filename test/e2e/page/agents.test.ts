// The page Agents: installing with progress, updating, removing, adding, signing in, and the sessions that an agent keeps.
import { answerWith, createTempFolder, startWebServer, type TempFolder, type WebServer } from "@parley/test-support";
import { CHROMIUM } from "@parley/test-support/browser";
import { createHash } from "node:crypto";
import { chmod, writeFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PARLEY } from "../run-parley.ts";
import { findViolations, isTooWide } from "./accessibility.ts";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

const PROGRAM = `#!/bin/sh\nexec "${process.execPath}" "${PARLEY}" script\n`;
const TARGETS = ["linux-x86_64", "linux-aarch64", "darwin-x86_64", "darwin-aarch64"];

/** Needs a sign-in, and keeps one session. Travels as a file. */
const AGENT = `#!${process.execPath}
  const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const authMethods = [
    { id: "web", name: "Browser" },
    { id: "key", name: "API key", type: "env_var", vars: [{ name: "AGENT_KEY", label: "Key" }] },
    { id: "program", name: "Program", type: "terminal", args: ["login"] },
  ];
  const agentCapabilities = { loadSession: true, sessionCapabilities: { list: {} } };
  console.error("keeper is here");
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === "initialize") send({ id, result: { protocolVersion: 1, authMethods, agentCapabilities } });
    else if (method === "authenticate") {
      console.error("Enter code ABCD-1234 at https://device.example/login");
      setTimeout(() => send({ id, result: {} }), 50);
    } else if (method === "session/list")
      send({ id, result: { sessions: [{ sessionId: "own-1", cwd: process.cwd(), title: "Begun elsewhere" }] } });
    else if (method === "session/load") {
      const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "A thin thing" } };
      send({ method: "session/update", params: { sessionId: params.sessionId, update } });
      send({ id, result: {} });
    } else if (id !== undefined) send({ id, result: { sessionId: "fresh" } });
  });`;

describe.skipIf(CHROMIUM === undefined)("the page Agents", { timeout: 180_000 }, () => {
  let at: PagePlace;
  let web: WebServer;
  let folder: TempFolder;

  beforeAll(async () => {
    web = await startWebServer({
      "/fine": answerWith("application/octet-stream", PROGRAM),
      "/endless": (_, response) => void response.writeHead(200, { "content-length": "1000000" }).write("begun"),
    });
    folder = await createTempFolder();
    await writeFile(folder.file("agent.cjs"), AGENT);
    await chmod(folder.file("agent.cjs"), 0o755);
    await offer("1.0.0");
    at = await openPagePlace([], { env: { PARLEY_REGISTRY: folder.file("registry.json") } });
  });

  afterAll(async () => {
    await at[Symbol.asyncDispose]();
    await web[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  /** A registry with one agent that can be installed, one whose download never ends, and one that is damaged. */
  async function offer(version: string): Promise<void> {
    const sha256 = createHash("sha256").update(PROGRAM).digest("hex");
    const entry = (id: string, path: string, hash: string): object => {
      const binary = { archive: `${web.origin}/${path}`, cmd: `./${id}`, sha256: hash };
      const distribution = { binary: Object.fromEntries(TARGETS.map((target) => [target, binary])) };
      return { id, name: id, version, description: `Does ${id} things`, distribution };
    };
    const agents = [
      entry("fine", "fine", sha256),
      entry("endless", "endless", sha256),
      entry("damaged", "fine", "0".repeat(64)),
    ];
    await writeFile(folder.file("registry.json"), JSON.stringify({ version: "1.0.0", agents }));
  }

  async function show(options?: Parameters<PagePlace["open"]>[0]): Promise<Page> {
    const page = await at.open(options);
    await page.goto(`${at.served.url}/#/agents`);
    await page.getByRole("heading", { level: 1, name: "Agents" }).waitFor();
    return page;
  }

  it("installs an agent from the registry with its steps, updates and removes it", async () => {
    const page = await show();
    await page.getByRole("button", { name: "Browse the registry" }).click();
    await page.getByRole("button", { name: "Install fine" }).click();
    const here = page.getByRole("region", { name: "On this machine" });
    const card = here.getByRole("article", { name: "fine" });
    await card.getByText("ready").waitFor();
    await card.getByText("Installed", { exact: true }).waitFor();
    expect(await card.getByRole("list", { name: "Steps" }).textContent()).toMatch(/fine/);
    await offer("1.1.0");
    await card.getByRole("button", { name: "Update fine" }).click();
    await card.getByText("Version 1.1.0").waitFor();
    await card.getByRole("button", { name: "Remove fine…" }).click();
    await card.getByRole("button", { name: "Remove fine" }).click();
    await card.waitFor({ state: "detached" });
    expect(at.complaints).toEqual([]);
  });

  it("cancels a download that does not end, and says why another one failed", async () => {
    const page = await show();
    await page.getByRole("button", { name: "Browse the registry" }).click();
    await page.getByRole("button", { name: "Install endless" }).click();
    const endless = page.getByRole("article", { name: "endless" });
    await endless.getByText("Installing").waitFor();
    await endless.getByRole("button", { name: "Cancel" }).click();
    await endless.getByText("Installation cancelled").waitFor();
    await page.getByRole("button", { name: "Install damaged" }).click();
    const damaged = page.getByRole("article", { name: "damaged" });
    await damaged.getByText("Installation failed").waitFor();
    expect(await damaged.textContent()).toMatch(/does not match the registry/);
    expect(at.complaints).toEqual([]);
  });

  it("adds a program, refuses one that is missing, signs in, and opens a session that the agent keeps", async () => {
    const page = await show();
    await page.getByRole("button", { name: "Add an agent…" }).click();
    const form = page.getByRole("group", { name: "Add an agent" });
    await form.getByRole("textbox", { name: "Name" }).fill("keeper");
    await form.getByRole("textbox", { name: "Command" }).fill(folder.file("nothing-here"));
    await form.getByRole("button", { name: "Add", exact: true }).click();
    expect(await form.getByRole("alert").textContent()).toContain("nothing-here");
    await form.getByRole("textbox", { name: "Command" }).fill(folder.file("agent.cjs"));
    await form.getByRole("button", { name: "Add", exact: true }).click();
    const card = page.getByRole("article", { name: "keeper" });
    await card.getByRole("button", { name: /Sessions, sign-in/ }).click();
    await card.getByRole("button", { name: "Sign-in", exact: true }).click();
    const program = card.getByRole("group", { name: "Program", exact: true });
    expect(await program.locator("code").textContent()).toContain("agent.cjs login");
    await card.getByRole("button", { name: "Sign in: Browser" }).click();
    await card.getByText("Enter code ABCD-1234").first().waitFor();
    const link = card.getByRole("link", { name: "https://device.example/login" }).first();
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
    await card.getByText("Signed in", { exact: true }).first().waitFor();
    await card.getByRole("button", { name: "Traffic", exact: true }).click();
    await card.getByText("authenticate").first().waitFor();
    await card.getByRole("button", { name: "Sessions", exact: true }).click();
    await card.getByRole("button", { name: "Open Begun elsewhere" }).click();
    await page.getByRole("log", { name: "Conversation" }).getByText("A thin thing").waitFor();
    await page.goBack();
    await card.getByText("running (1)").waitFor();
    await card.getByRole("button", { name: /Sessions, sign-in/ }).click();
    await card.getByRole("button", { name: "Log", exact: true }).click();
    await card.getByText("keeper is here").waitFor();
    await card.getByRole("button", { name: "Restart keeper" }).click();
    await card.getByRole("button", { name: "Restart keeper", disabled: false }).waitFor();
    expect(await card.getByRole("alert").count()).toBe(0);
    expect(at.complaints).toEqual([]);
  });

  it("disables a built-in agent, and enables it again", async () => {
    const page = await show();
    await page.getByRole("button", { name: "Disable QA engineer" }).click();
    await page.getByRole("button", { name: "Enable QA engineer" }).click();
    await page.getByRole("button", { name: "Disable QA engineer" }).waitFor();
    expect(at.complaints).toEqual([]);
  });

  it("says that a filter finds nothing, fits a phone, and axe finds nothing in any theme", async () => {
    const page = await show({ viewport: { width: 390, height: 844 } });
    await page
      .getByRole("article", { name: "Parley" })
      .getByRole("button", { name: /sign-in/ })
      .click();
    await page.getByRole("button", { name: "Add an agent…" }).click();
    await page.getByRole("button", { name: "Disable QA engineer" }).waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(await findViolations(page, "main")).toEqual([]);
    await page.getByRole("textbox", { name: "Filter" }).fill("zebra");
    await page.getByText("No agent matches “zebra”").waitFor();
  });
});
