import type { LookupAddress } from "node:dns";
import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { describePrivateAddress } from "@parley/base";
import { createToolScene, type Called, type ToolScene } from "../testing/tool-scene.ts";
import { redirectTo, startWebServer } from "@parley/test-support";
import { browserTool, createBrowserTool } from "./browser-tool.ts";
import { findBrowser } from "./find-browser.ts";

const found = await findBrowser({ platform: process.platform, env: process.env });
const hasBrowser = "path" in found;

const PAGE = `<!doctype html><title>Shop</title><h1>Fruit</h1>
<p>Buy <b>some</b> <a href="/next">more</a></p>
<ul><li>Apple<li>Pear</ul>
<table><tr><th>Name<th>Price<tr><td>Apple<td>3</table>
<label>Name <input id=name value=old></label>
<select aria-label=Size><option>S<option selected>L</select>
<button onclick="document.querySelector('#out').textContent = 'Hello ' + document.querySelector('#name').value">Greet</button>
<button onclick="alert('careful')">Warn</button>
<a href="/next" target=_blank>Other window</a>
<p id=out></p><script>document.title = 'Shop with script'</script>`;

async function call(scene: ToolScene, input: object, signal?: AbortSignal): Promise<Called> {
  return scene.call(browserTool, input, signal);
}

describe.skipIf(!hasBrowser)("the browser, with a real one", () => {
  it("opens a page, runs its scripts, and shows it with numbers", async () => {
    await using web = await startWebServer({ "/": PAGE });
    await using scene = await createToolScene({ allowsLoopback: true });
    const { text, prepared } = await call(scene, { action: "open", url: `${web.origin}/` });
    expect(prepared.subjects).toEqual([
      { request: { kind: "fetch", url: `${web.origin}/` }, facts: { url: `${web.origin}/` } },
    ]);
    expect(text.split("\n")).toEqual([
      "Title: Shop with script",
      `URL: ${web.origin}/`,
      "",
      "# Fruit",
      'Buy some [1] link "more" → /next',
      "- Apple",
      "- Pear",
      "| Name | Price |",
      "| Apple | 3 |",
      'Name [2] textbox "Name" = "old"',
      '[3] combobox "Size" {S | L (selected)} [4] button "Greet" [5] button "Warn" [6] link "Other window" → /next',
    ]);
  });

  it("clicks and types by number, by words and by selector", async () => {
    await using web = await startWebServer({ "/": PAGE, "/next": "<title>Next</title><p>You made it" });
    await using scene = await createToolScene({ allowsLoopback: true });
    await call(scene, { action: "open", url: web.origin });
    await call(scene, { action: "type", selector_or_text: "2", text: "Ada" });
    expect((await call(scene, { action: "click", selector_or_text: "[4]" })).text).toContain("Hello Ada");
    await call(scene, { action: "type", selector_or_text: "Name", text: "Bob" });
    expect((await call(scene, { action: "click", selector_or_text: "Greet" })).text).toContain("Hello Bob");
    await call(scene, { action: "type", selector_or_text: "#name", text: "Cy" });
    expect((await call(scene, { action: "click", selector_or_text: "button:nth-of-type(1)" })).text).toContain(
      "Hello Cy",
    );
    expect((await call(scene, { action: "type", selector_or_text: "Size", text: "S" })).text).toContain("S (selected)");
    const { text, prepared } = await call(scene, { action: "click", selector_or_text: "more" });
    expect(text).toContain("You made it");
    expect(prepared.subjects).toEqual([
      { request: { kind: "tool", name: "browser", title: "Click more" }, facts: { name: "browser", kind: "other" } },
    ]);
    expect((await call(scene, { action: "back" })).text).toContain("# Fruit");
    const missing = await call(scene, { action: "click", selector_or_text: "no such thing" });
    expect([missing.outcome.isError, missing.text]).toEqual([
      true,
      expect.stringContaining("Read the page and use a number"),
    ]);
    expect((await call(scene, { action: "click", selector_or_text: "#[" })).outcome.isError).toBe(true);
    expect((await call(scene, { action: "click", selector_or_text: "999" })).outcome.isError).toBe(true);
  }, 60_000);

  it("dismisses dialogs, follows new windows, and presses Enter", async () => {
    await using web = await startWebServer({
      "/": PAGE,
      "/next": "<title>Next</title><form action=/found><input aria-label=Search name=q></form>",
      "/found": (request, response) => response.setHeader("content-type", "text/html").end(`<p>${request.url}`),
    });
    await using scene = await createToolScene({ allowsLoopback: true });
    await call(scene, { action: "open", url: web.origin });
    expect((await call(scene, { action: "click", selector_or_text: "Warn" })).text).toContain(
      "Note: The page showed a dialog (alert), which was dismissed: careful",
    );
    await call(scene, { action: "click", selector_or_text: "Other window" });
    // On a busy machine the window may come later than the answer.
    const read = async (): Promise<string> => (await call(scene, { action: "read" })).text;
    await expect.poll(read).toContain("Title: Next");
    expect((await call(scene, { action: "type", selector_or_text: "Search", text: "pear\n" })).text).toContain(
      "/found?q=pear",
    );
  }, 60_000);

  it("takes a screenshot that is an image", async () => {
    await using web = await startWebServer({ "/": PAGE });
    await using scene = await createToolScene({ allowsLoopback: true });
    await call(scene, { action: "open", url: web.origin });
    const { outcome, prepared } = await call(scene, { action: "screenshot" });
    const [, image] = outcome.parts;
    const bytes = Buffer.from(image?.type === "image" ? image.data : "", "base64");
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(bytes.length).toBeGreaterThan(5_000);
    expect(prepared.subjects).toEqual([]);
  });

  it("says so when no page is open, also after it was closed, and opens one again", async () => {
    await using web = await startWebServer({ "/": PAGE });
    await using scene = await createToolScene({ allowsLoopback: true });
    const actions = ["read", "back", "screenshot"].map((action) => ({ action }));
    for (const input of actions) expect((await call(scene, input)).text).toBe("No page is open. Open one first.");
    await call(scene, { action: "open", url: web.origin });
    expect((await call(scene, { action: "close" })).outcome.isError).toBeUndefined();
    expect((await call(scene, { action: "read" })).text).toBe("No page is open. Open one first.");
    expect((await call(scene, { action: "open", url: web.origin })).text).toContain("# Fruit");
  }, 60_000);

  it("tells what a page failed with, and goes on", async () => {
    await using web = await startWebServer({ "/": PAGE, "/slow": () => undefined });
    await using scene = await createToolScene({ allowsLoopback: true });
    const { outcome, text } = await call(scene, { action: "open", url: "http://127.0.0.1:1/" });
    expect([outcome.isError, text]).toEqual([true, expect.stringContaining("The browser failed: ")]);
    expect(text).not.toContain("Call log");
    const cancelled = await call(scene, { action: "open", url: `${web.origin}/slow` }, AbortSignal.timeout(1_000));
    expect(cancelled.text).toBe("Cancelled.");
    // Also one that waits for its turn.
    const slow = call(scene, { action: "open", url: `${web.origin}/slow` }, AbortSignal.timeout(3_000));
    expect((await call(scene, { action: "read" }, AbortSignal.timeout(100))).text).toBe("Cancelled.");
    expect((await slow).text).toBe("Cancelled.");
    expect((await call(scene, { action: "open", url: web.origin })).text).toContain("# Fruit");
  }, 60_000);
});

describe.skipIf(!hasBrowser || process.platform !== "linux")("where the browser may go", () => {
  /** The one place that counts as the public internet here. */
  const OUTSIDE = "127.0.0.2";
  const object = (address: string): string | undefined =>
    address === OUTSIDE ? undefined : describePrivateAddress(address);
  const places = { platform: process.platform, env: process.env, object };

  it("is not loopback: not by an address, a redirect, a link, a script or an image", async () => {
    await using inside = await startWebServer({});
    const image = `<img src="${inside.origin}/image"><img src="http://[::1]:${inside.port}/image">`;
    const script = `<script>for (const host of ["localhost", "127.1"]) fetch("http://" + host + ":${inside.port}/script").catch(() => {})</script>`;
    const socket = `<script>new WebSocket("ws://127.0.0.1:${inside.port}/socket")</script>`;
    await using outside = await startWebServer(
      {
        "/": `<p>public</p><a href="${inside.origin}/link">in</a>${image}${script}${socket}`,
        "/redirect": redirectTo(`${inside.origin}/redirect`),
      },
      OUTSIDE,
    );
    await using scene = await createToolScene();
    const tool = createBrowserTool(places);
    const open = (url: string): Promise<Called> => scene.call(tool, { action: "open", url });
    expect((await open(inside.origin)).text).toMatch(/is this machine \(loopback\); Parley may only connect to/);
    const { text } = await open(outside.origin);
    expect(text).toContain("public");
    expect(text).toMatch(/Note: Blocked: 127\.0\.0\.1 is this machine/);
    expect(text).toMatch(/Note: Blocked: ::1 is this machine/);
    expect(text).toMatch(/Note: Blocked: localhost \(.+\) is this machine/);
    expect((await scene.call(tool, { action: "click", selector_or_text: "in" })).text).toMatch(
      /may only connect to public/,
    );
    expect((await open(`${outside.origin}/redirect`)).text).toMatch(/may only connect to public/);
    expect(outside.requests).toContain("/redirect");
    expect(inside.requests).toEqual([]);
  }, 60_000);

  it("is not where a name leads that meant another address a moment ago", async () => {
    await using inside = await startWebServer({ "/": "secret" });
    await using scene = await createToolScene();
    let asked = 0;
    const resolve = async (): Promise<LookupAddress[]> => {
      asked += 1;
      return [{ address: asked === 1 ? OUTSIDE : "127.0.0.1", family: 4 }];
    };
    const tool = createBrowserTool({ ...places, resolve });
    const { text } = await scene.call(tool, { action: "open", url: `http://rebind.example:${inside.port}/` });
    expect(text).toMatch(/rebind\.example \(127\.0\.0\.1\) is this machine/);
    expect(asked).toBeGreaterThan(1);
    expect(inside.requests).toEqual([]);
  }, 60_000);
});

describe("the browser tool", () => {
  it("says how to get a browser if none is installed", async () => {
    await using scene = await createToolScene();
    const tool = createBrowserTool({ platform: "freebsd", env: { PATH: scene.temp.path, PARLEY_BROWSER: "" } });
    const named = createBrowserTool({ platform: "linux", env: { PARLEY_BROWSER: scene.temp.file("chrome") } });
    const input = { action: "open", url: "https://example.com" };
    expect(await scene.fail(named, input)).toBe(
      `PARLEY_BROWSER is ${scene.temp.file("chrome")}, which is not a program.`,
    );
    // Only where the usual places are empty as well.
    const isAnywhere = "path" in (await findBrowser({ platform: "freebsd", env: {} }));
    expect(isAnywhere ? "" : await scene.fail(tool, input)).toMatch(isAnywhere ? /^$/ : /PARLEY_BROWSER/);
  });

  it("says what a program that is no browser said", async () => {
    await using scene = await createToolScene({ allowsLoopback: true });
    const path = scene.temp.file("no-browser");
    await writeFile(path, "#!/bin/sh\necho I am no browser >&2\nexit 7\n", { mode: 0o755 });
    const tool = createBrowserTool({ platform: "linux", env: { CHROME_PATH: path } });
    const { outcome, text } = await scene.call(tool, { action: "open", url: "http://127.0.0.1:1/" });
    expect(outcome.isError).toBe(true);
    expect(text).toMatch(/exited with code 7[^]*I am no browser/);
  });

  it.each([
    [{ action: "open" }, /needs a url/],
    [{ action: "open", url: "file:///etc/passwd" }, /use http: or https:/],
    [{ action: "open", url: "chrome://settings" }, /use http: or https:/],
    [{ action: "click" }, /what to click/],
    [{ action: "type", selector_or_text: "1" }, /selector_or_text and text/],
  ])("refuses %j", async (input, why) => {
    await using scene = await createToolScene();
    expect(await scene.fail(browserTool, input)).toMatch(why);
  });
});
