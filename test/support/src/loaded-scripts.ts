// How much script a page loads before it shows the first message: for the test of its budget, and for the benchmark.
import type { Page } from "playwright-core";
import { gzipSync } from "node:zlib";

/** What is loaded before the first message is counted, in pages that are opened from now on. */
export async function watchFirstMessage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role="log"] article') === null) return;
      performance.mark("first message");
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}

/** Compressed as a proxy in front of the server would, whatever the server itself sends; each script once. */
export async function countScriptBytes(page: Page): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName("first message").length > 0);
  const urls = await page.evaluate(() => {
    const shownAt = performance.getEntriesByName("first message")[0]?.startTime ?? Infinity;
    const loaded = performance.getEntriesByType("resource").filter(({ startTime }) => startTime <= shownAt);
    return loaded.flatMap(({ name }) => (/\.js($|\?)/.test(name) ? [name] : []));
  });
  let bytes = 0;
  for (const url of new Set(urls)) bytes += gzipSync(await (await page.request.get(url)).body()).length;
  return bytes;
}
