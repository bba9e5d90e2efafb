// A chat as a person uses it: in a webview of the editor, or on the page.
import type { FrameLocator, Locator, Page } from "playwright-core";

const WAIT_MS = 60_000;

export interface ChatPage {
  readonly input: Locator;
  /** The conversation. */
  readonly log: Locator;
  /** Types it and presses Enter. */
  send(prompt: string): Promise<void>;
  /** Waits until the agent has said it, and returns it. */
  reads(text: string): Promise<string | null>;
  /** The card of a permission. */
  question(about?: string): Locator;
}

export function chatOf(frame: FrameLocator | Page): ChatPage {
  const input = frame.getByRole("textbox", { name: "Message" });
  const log = frame.getByRole("log", { name: "Conversation" });
  return {
    input,
    log,
    send: async (prompt) => {
      await input.waitFor({ timeout: WAIT_MS });
      await input.fill(prompt);
      await input.press("Enter");
    },
    // The prompt has the same words: the whole line is the answer's.
    reads: async (text) => {
      const said = log.getByText(text, { exact: true }).last();
      await said.waitFor({ timeout: WAIT_MS });
      return said.textContent();
    },
    question: (about = "") => frame.getByRole("group", { name: new RegExp(`^Permission: .*${about}`) }),
  };
}
