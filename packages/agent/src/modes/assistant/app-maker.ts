// Mode app_maker: one completion that is a small web app in a single file.
import type { AgentMode } from "../mode.ts";

/** Requirements for every version of an app. */
export const APP_RULES = `- One HTML document, complete in itself: styles and scripts inside, no build step, no framework, nothing loaded from the network, no tracking.
- It works when opened from a file. It stores user input in localStorage where that makes sense, inside try/catch, because access may be denied.
- Semantic elements, labels for every control, usable by keyboard, readable on a phone and in the dark (prefers-color-scheme).
- Every state is handled: empty, invalid input, too much data. User text is inserted as text, never as markup.
- Plain current JavaScript, small functions, no dead code, no placeholder that does nothing.`;

export const appMaker: AgentMode = {
  id: "app_maker",
  slot: "assistant",
  name: "App maker",
  description: "Creates a small self-contained HTML app from a description",
  whenToUse: "Make a small app, a page, a calculator, a game, a dashboard or a form that opens in the browser",
  category: "llm_only",
  groups: ["apps"],
  instructions: `You create small web apps. From one description you write one finished app that does what was asked, and does it well.

${APP_RULES}
- If the description leaves something open, choose what most people would want and continue; you cannot ask.`,
};
