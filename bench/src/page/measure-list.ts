// What the page costs with many sessions in its list: until it can be used, until the list is there, and while it is scrolled.
import type { Locator, Page } from "playwright-core";
import { importMessages } from "../server/import-messages.ts";
import type { WatchedServer } from "../server/watched-server.ts";
import type { MeasuredPage } from "./measured-page.ts";

export interface ListSample {
  /** From the request of the page until a person can start a session. */
  readonly interactiveMs: number;
  /** Until the list shows its first sessions. */
  readonly listMs: number;
  readonly listFrameMs: number;
}

const SCROLL_FRAMES = 120;
const SCROLL_PX = 300;
const PARALLEL = 8;

export async function createList(server: WatchedServer, count: number): Promise<void> {
  for (let made = 0; made < count; made += PARALLEL) {
    await Promise.all(Array.from({ length: Math.min(PARALLEL, count - made) }, () => importMessages(server, 2)));
  }
}

/** A page that was loaded before, so that the server is warm and the scripts are in the browser's cache. */
export async function measureList(measured: MeasuredPage): Promise<ListSample> {
  const { page, origin } = measured;
  await page.goto(`${origin}/#/`);
  const interactiveMs = await reloadUntil(measured, (shown) =>
    shown.getByRole("button", { name: "New session" }).first(),
  );
  const listMs = await reloadUntil(measured, (shown) =>
    shown.getByRole("navigation", { name: "Sessions" }).getByRole("link").first(),
  );
  const scrollMs = await measured.cpuMs(() => scrollList(measured));
  return { interactiveMs, listMs, listFrameMs: scrollMs / SCROLL_FRAMES };
}

async function reloadUntil({ page }: MeasuredPage, find: (page: Page) => Locator): Promise<number> {
  const startedAt = performance.now();
  await page.reload({ waitUntil: "commit" });
  await find(page).waitFor();
  return performance.now() - startedAt;
}

function scrollList({ page }: MeasuredPage): Promise<void> {
  return page.evaluate(
    async ([frames, px]) => {
      const list = document.querySelector(".session-list");
      if (list === null) throw new Error("The list of sessions is not there");
      for (let frame = 0; frame < frames; frame += 1) {
        await new Promise(requestAnimationFrame);
        list.scrollBy(0, px);
      }
    },
    [SCROLL_FRAMES, SCROLL_PX] as const,
  );
}
