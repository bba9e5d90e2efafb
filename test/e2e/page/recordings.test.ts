// Timeline and traffic of a live session, and recordings that are opened on the page: traces, exported sessions, and files that are neither.
import { CHROMIUM } from "@parley/test-support/browser";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PARLEY } from "../run-parley.ts";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

describe.skipIf(CHROMIUM === undefined)("recordings", { timeout: 120_000 }, () => {
  let at: PagePlace;
  let id: string;

  beforeAll(async () => {
    at = await openPagePlace();
    writeFileSync(at.place.file("a.txt"), "one\n");
    id = await at.createSession({ agent: "script", level: "bypass" });
  });

  afterAll(() => at[Symbol.asyncDispose]());

  async function fetchText(path: string): Promise<string> {
    const { url, token } = at.served;
    return (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })).text();
  }

  async function drop(page: Page, name: string, text: string): Promise<void> {
    await page.evaluate(
      ([fileName = "", content = ""]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content], fileName));
        const target = document.querySelector("main") ?? document.body;
        target.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
      },
      [name, text],
    );
  }

  it("has a timeline and the messages of a live session; messages are copied as a test that runs", async () => {
    const page = await at.open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto(`${at.served.url}/#/sessions/${id}/timeline`);
    await page
      .getByRole("textbox", { name: "Message" })
      .fill("usage 5000 10000 0.25 USD\nread a.txt\nwrite b.txt two\nsay finished");
    await page.keyboard.press("Enter");
    const row = page.getByRole("tabpanel").getByRole("row").nth(1);
    await row.getByRole("rowheader", { name: /^1 · / }).waitFor();
    await expect.poll(() => row.getByRole("cell").nth(4).textContent()).toBe("2");
    await page.getByText("Context 5.0k of 10k").waitFor();
    await page.getByText("Cost $0.25").waitFor();

    await page.getByRole("tab", { name: "Traffic" }).click();
    await page.getByRole("searchbox", { name: "Filter messages" }).fill("stopReason");
    const messages = page.getByRole("region", { name: "Messages" });
    await messages.getByRole("button").last().click();
    const message = page.getByRole("region", { name: /^Message \d+$/ });
    await message.getByText('"stopReason": "end_turn"').waitFor();
    await message.getByRole("button", { name: "Copy as test" }).click();
    await message.getByText("Test copied").waitFor();
    const file = at.place.file("copied.test.mjs");
    writeFileSync(file, await page.evaluate(() => navigator.clipboard.readText()));
    // Without the runner's own mark, under which Node would not report.
    const { NODE_TEST_CONTEXT: _, ...own } = process.env;
    const command = `${process.execPath} ${PARLEY}`;
    const env = { ...own, ...at.place.env, PARLEY: command, AGENT: `${command} script` };
    const played = spawnSync(process.execPath, ["--test", file], { encoding: "utf8", env });
    expect([played.status, played.status === 0 ? "" : played.stdout]).toEqual([0, ""]);
    const silent = { ...env, AGENT: `${process.execPath} --version` };
    expect(spawnSync(process.execPath, ["--test", file], { env: silent }).status).not.toBe(0);
    expect(at.complaints).toEqual([]);
  });

  it("plays a dropped trace in the map, the timeline and the traffic, and sends nothing anywhere", async () => {
    const page = await at.open();
    const trace = await fetchText(`/sessions/${id}/trace`);
    const requests: string[] = [];
    page.on("request", (request) => void (request.method() === "GET" || requests.push(request.url())));
    await drop(page, "trace.ndjson", trace);
    await page.getByRole("heading", { name: "trace.ndjson" }).waitFor();
    const map = page.getByRole("application", { name: /^Map of / });
    await expect
      .poll(() => map.getByRole("row").allTextContents())
      .toMatchObject([/.*/, /b\.txt/, /a\.txt/].map((text) => expect.stringMatching(text)));
    await page.getByRole("tab", { name: "Timeline" }).click();
    await page.getByRole("rowheader", { name: /^1 · / }).waitFor();
    await page.getByRole("tab", { name: "Traffic" }).click();
    await page.getByRole("region", { name: "Messages" }).getByRole("button").first().waitFor();
    expect(requests).toEqual([]);
    expect(at.complaints).toEqual([]);
  });

  it("plays an exported session, and says clearly what is neither", async () => {
    const page = await at.open();
    await page.goto(`${at.served.url}/#/recording`);
    await page.getByRole("button", { name: "Open a file…" }).waitFor();
    await drop(page, "diary.txt", "Dear diary");
    await page.getByRole("alert").getByText("diary.txt is not a trace and not an exported session").waitFor();
    await drop(page, "session.ndjson", await fetchText(`/sessions/${id}/export`));
    await page.getByText("Exported session").waitFor();
    await expect
      .poll(() =>
        page
          .getByRole("application", { name: /^Map of / })
          .getByRole("row")
          .count(),
      )
      .toBe(3);
    expect(at.complaints).toEqual([]);
  });
});
