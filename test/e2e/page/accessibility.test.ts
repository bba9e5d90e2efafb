// Axe finds nothing on any screen of the page, in any theme, on a wide screen and on a phone, and nothing is wider than the screen.
import { CHROMIUM } from "@parley/test-support/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations, isTooHigh, isTooWide } from "./accessibility.ts";
import { openPagePlace, type PagePlace } from "./opened-page.ts";
import { prepareScreens, START, type Screen } from "./screens.ts";

const SIZES = [
  { name: "wide", options: { viewport: { width: 1440, height: 900 } } },
  { name: "phone", options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
];

describe.skipIf(CHROMIUM === undefined)("every screen", { timeout: 180_000 }, () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
  });
  afterAll(() => at[Symbol.asyncDispose]());

  /** What is wrong, by size and screen. */
  async function lookAt(shown: readonly Screen[]): Promise<readonly string[]> {
    const looks = SIZES.map(async ({ name, options }) => {
      const found = await look(await at.open(options), shown);
      return found.map((wrong) => `${name}: ${wrong}`);
    });
    return (await Promise.all(looks)).flat();
  }

  async function look(page: Page, shown: readonly Screen[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const { name, path, act, seen } of shown) {
      await page.goto(`${at.served.url}/#${path}`);
      await act?.(page);
      await seen(page).waitFor();
      if (await isTooHigh(page)) found.push(`${name}: higher than the screen`);
      if (await isTooWide(page)) found.push(`${name}: wider than the screen`);
      found.push(...(await findViolations(page)).map((violation) => `${name}: ${violation}`));
      // Closes what was opened.
      if (act !== undefined) await page.reload();
    }
    return found;
  }

  it("is accessible before the first session", async () => {
    expect(await lookAt([START])).toEqual([]);
    expect(at.complaints).toEqual([]);
  });

  it("is accessible with sessions, questions and changes", async () => {
    expect(await lookAt(await prepareScreens(at))).toEqual([]);
    expect(at.complaints).toEqual([]);
  });
});
