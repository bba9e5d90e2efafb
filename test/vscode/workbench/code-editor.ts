// The code editor of a window, as a person uses it: files, lenses, keys; and what an agent is asked to do with them.
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Locator } from "playwright-core";
import type { Workbench } from "./workbench.ts";

const WAIT_MS = 60_000;
/** For a step that may have to be repeated. */
const STEP_MS = 5_000;

export class CodeEditor {
  readonly #workbench: Workbench;
  #prompts = 0;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  async showChat(): Promise<void> {
    await (await this.#workbench.openChat()).getByRole("textbox", { name: "Message" }).waitFor({ timeout: WAIT_MS });
  }

  /** Sends a script to the agent, in the chat of the side bar, and waits for what it says last, or for `until`. */
  async prompt(script: string, { until }: { readonly until?: RegExp } = {}): Promise<void> {
    const chat = await this.#workbench.openChat();
    const input = chat.getByRole("textbox", { name: "Message" });
    // A word that nothing else says.
    this.#prompts += 1;
    const said = `turn-${this.#prompts}-done`;
    await input.fill(until === undefined ? `${script}\nsay ${said}` : script);
    await input.press("Enter");
    const log = chat.getByRole("log", { name: "Conversation" });
    const found = until === undefined ? log.getByText(said, { exact: true }) : log.getByText(until);
    await found.last().waitFor({ timeout: WAIT_MS });
  }

  /** Answers the question of the agent. */
  async allow(): Promise<void> {
    const chat = await this.#workbench.openChat();
    const card = chat.getByRole("group", { name: /^Permission: / });
    await card
      .getByRole("button", { name: /^Allow/ })
      .first()
      .click({ timeout: WAIT_MS });
  }

  /** By its path: a search would not have found a new file yet. */
  async open(path: string): Promise<void> {
    const { page } = this.#workbench;
    const name = basename(path);
    const row = page.locator(".quick-input-widget:visible .monaco-list-row", { hasText: name });
    await this.#inBox("Control+p", path, () => row.first().click({ timeout: STEP_MS }));
    await page.locator(".tab.active", { hasText: name }).first().waitFor({ timeout: WAIT_MS });
  }

  async openSourceControl(): Promise<void> {
    await this.#workbench.page.locator('.activitybar .action-label[aria-label^="Source Control"]').first().click();
  }

  lens(text: string | RegExp): Locator {
    return this.#workbench.page.locator(".codelens-decoration :is(a, span)", { hasText: text });
  }

  /** Into the text of the editor in front. */
  async focus(): Promise<void> {
    // An inline chat has an editor of its own.
    const lines = ".editor-group-container.active .editor-instance .view-lines:not(.review-widget *)";
    await this.#workbench.page.locator(lines).last().click();
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#workbench.page.keyboard.press(key);
  }

  /** Goes to a line and types at its start. */
  async typeAt(line: number, text: string): Promise<void> {
    await this.goTo(line);
    await this.#workbench.page.keyboard.type(text);
  }

  async goTo(line: number): Promise<void> {
    const input = this.#box;
    await this.#inBox("Control+g", `:${line}:1`, () => input.press("Enter", { timeout: STEP_MS }));
    await input.waitFor({ state: "hidden", timeout: WAIT_MS });
  }

  get #box(): Locator {
    return this.#workbench.page.locator(".quick-input-widget:visible .quick-input-box input");
  }

  /** What takes the focus meanwhile closes the box: a file that opens, an inline chat that is drawn again. Then it is opened again. */
  async #inBox(key: string, text: string, submit: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      await this.press(key);
      try {
        await this.#box.fill(text, { timeout: STEP_MS });
        return await submit();
      } catch (error) {
        await this.press("Escape");
        if (attempt === 10) throw error;
      }
    }
  }

  /** The text of the editor in front, as far as it is on the screen. */
  async text(): Promise<string> {
    const lines = this.#workbench.page.locator(".editor-group-container.active .view-line");
    const texts = await lines.allInnerTexts();
    return texts.join("\n").replaceAll("\u00A0", " ");
  }

  /** A picture to look at, if `PARLEY_TEST_PICTURES` names a folder. */
  async shoot(name: string): Promise<void> {
    const folder = process.env["PARLEY_TEST_PICTURES"];
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    await this.#workbench.page.screenshot({ path: join(folder, `${name}.png`) });
  }
}
