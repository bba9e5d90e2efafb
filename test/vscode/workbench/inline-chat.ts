// Inline chats in the editor, as a person uses them: a zone under the selected lines.
import type { Locator } from "playwright-core";
import type { CodeEditor } from "./code-editor.ts";
import type { Workbench } from "./workbench.ts";

const WAIT = { timeout: 60_000 };

export class InlineZone {
  readonly #workbench: Workbench;
  readonly #zone: Locator;

  constructor(workbench: Workbench, zone: Locator) {
    this.#workbench = workbench;
    this.#zone = zone;
  }

  /** At a line of the editor in front, by the key; what is typed then goes into it. */
  static async open(workbench: Workbench, code: CodeEditor, line: number): Promise<void> {
    const before = await workbench.page.locator(".review-widget").count();
    // The keys may be those of another zone.
    await workbench.run("View: Focus Active Editor Group");
    await code.goTo(line);
    await code.press("Control+Alt+k");
    await workbench.page.locator(".review-widget").nth(before).waitFor(WAIT);
    await workbench.page.locator(".review-widget .comment-body :focus, .review-widget :focus").first().waitFor(WAIT);
  }

  /** Types into the input that has the focus, and sends it. */
  static async ask(workbench: Workbench, text: string): Promise<void> {
    await workbench.page.keyboard.insertText(text);
    await workbench.page.keyboard.press("Control+Enter");
  }

  /** The zone in which something is said. */
  static with(workbench: Workbench, text: string | RegExp): InlineZone {
    return new InlineZone(workbench, workbench.page.locator(".review-widget", { hasText: text }).first());
  }

  /** Waits until it is said; a question has the same words after another one. */
  async reads(text: string | RegExp): Promise<string | null> {
    const said = this.#zone.getByText(text, { exact: true }).last();
    await said.waitFor(WAIT);
    return said.textContent();
  }

  /** What its title says about its state. */
  async states(text: string | RegExp): Promise<void> {
    await this.#zone.locator(".review-title", { hasText: text }).waitFor(WAIT);
  }

  async press(action: string): Promise<void> {
    // A zone may be scrolled under the tabs, where a mouse would not reach it; and its bar is drawn again while it is used.
    await this.#zone.locator(".head").getByRole("button", { name: action }).dispatchEvent("click", {}, WAIT);
  }

  async reply(text: string): Promise<void> {
    await this.#zone.locator(".comment-form :is(.review-thread-reply-button, .view-lines):visible").first().click(WAIT);
    await InlineZone.ask(this.#workbench, text);
  }
}
