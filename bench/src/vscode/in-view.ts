// Runs in the webview of a chat, beside what it shows.
import { settle } from "../page/settle.ts";
import type { ViewWork } from "./view-work.ts";

const work: ViewWork = {
  settle,
  whenShown: async (text) => {
    while (!isLastAnswer(text)) await new Promise(requestAnimationFrame);
    // What a frame has drawn is painted after it.
    await new Promise((resolve) => setTimeout(resolve));
    return performance.timeOrigin + performance.now();
  },
};

function isLastAnswer(text: string): boolean {
  const last = [...document.querySelectorAll("[role=log] article")].at(-1);
  const { top = Infinity, bottom = 0 } = last?.getBoundingClientRect() ?? {};
  return last?.textContent.includes(text) === true && top < innerHeight && bottom > 0;
}

Object.assign(globalThis, { parleyBench: work });
