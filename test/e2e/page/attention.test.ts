// What needs the person: in the title of the tab, by a notification, and as an app that can be installed.
import { CHROMIUM } from "@parley/test-support/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

interface Shown {
  readonly title: string;
  readonly body: string;
}

describe.skipIf(CHROMIUM === undefined)("what needs the person", () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
  });

  afterAll(() => at[Symbol.asyncDispose]());

  const ask = async (): Promise<void> => {
    const id = await at.createSession({ agent: "script", name: "Asks" });
    const response = await fetch(`${at.served.url}/sessions/${id}/reply`, {
      method: "POST",
      headers: { authorization: `Bearer ${at.served.token}`, "content-type": "application/json" },
      body: JSON.stringify({ user_message: "run touch asked.txt" }),
    });
    expect(response.ok).toBe(true);
  };
  /** A tab in the background, in a browser that was asked for notifications already, or not yet. */
  const openHidden = async (permission: "granted" | "default"): Promise<Page> => {
    const page = await at.open();
    await page.addInitScript((given) => {
      const shown: object[] = [];
      class Notified extends EventTarget {
        static permission = given;
        constructor(title: string, options: { readonly body?: string }) {
          super();
          shown.push({ title, body: options.body });
        }
      }
      Object.assign(globalThis, { Notification: Notified, shown });
      Object.defineProperty(document, "hidden", { get: () => true });
    }, permission);
    await page.reload();
    await page.getByText("Connected").waitFor();
    return page;
  };

  it("stands in the title of the tab, and in a notification while the page is out of sight", async () => {
    const page = await openHidden("granted");
    await page
      .getByText(/No session/)
      .first()
      .waitFor();
    await ask();
    await expect.poll(() => page.title()).toBe("(1) Parley");
    const shown = () => page.evaluate(() => (globalThis as unknown as { readonly shown: readonly Shown[] }).shown);
    await expect.poll(shown).toEqual([{ title: "Scripted agent needs you in Asks", body: "Run a command" }]);
    expect(await page.getByRole("region", { name: "Notifications" }).count()).toBe(0);
  });

  it("offers notifications only after something was missed, and not again after a no", async () => {
    const page = await openHidden("default");
    const offer = page.getByRole("region", { name: "Notifications" });
    await expect.poll(() => page.title()).toBe("(1) Parley");
    expect(await offer.count()).toBe(0);
    await ask();
    await offer.getByRole("button", { name: "No, thanks" }).click();
    await ask();
    await expect.poll(() => page.title()).toBe("(3) Parley");
    expect(await offer.count()).toBe(0);
  });

  it("can be installed: its manifest and icons are there", async () => {
    const page = await at.open();
    const icons = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]")?.href ?? "";
      const manifest = (await (await fetch(link)).json()) as { readonly icons: readonly { readonly src: string }[] };
      const replies = await Promise.all(manifest.icons.map(({ src }) => fetch(new URL(src, link))));
      return replies.map(({ status, headers }) => `${status} ${headers.get("content-type")}`);
    });
    expect(icons).toEqual(["200 image/svg+xml", "200 image/png", "200 image/png"]);
    expect(at.complaints).toEqual([]);
  });
});
