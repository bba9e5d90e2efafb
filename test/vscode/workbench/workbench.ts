// A window of VS Code in Chromium, as a person uses it: commands, views, webviews, notifications and the status bar.
import type { FrameLocator, Locator, Page } from "playwright-core";

const EXTENSION = "parley.parley-vscode";
/** Waits are bounded, and generous: a busy machine takes its time. */
const WAIT_MS = 60_000;
const LOOK_MS = 20_000;

export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(origin: string, folder: string): Promise<this> {
    const url = new URL(origin);
    url.searchParams.set("folder", folder);
    await this.page.goto(url.href, { waitUntil: "commit", timeout: WAIT_MS });
    await this.#opened();
    return this;
  }

  /** `stored` is what the editor has to have written first, as it is in the browser's database: it writes a moment later. */
  async reload(stored?: string): Promise<void> {
    if (stored !== undefined) await this.#stored(stored);
    await this.page.reload({ waitUntil: "commit", timeout: WAIT_MS });
    await this.#opened();
  }

  /** `waitForFunction` takes the promise of an async function for a yes. */
  async #stored(text: string): Promise<void> {
    const until = Date.now() + WAIT_MS;
    while (!(await this.page.evaluate(isStored, text))) {
      if (Date.now() > until) throw new Error(`The editor has not stored ${text}`);
      await this.page.waitForTimeout(100);
    }
  }

  /** By its full label in the palette: `ACP: New Session`. */
  async run(label: string): Promise<void> {
    const input = this.page.locator(".quick-input-widget:visible .quick-input-box input");
    const row = this.page
      .locator(".quick-input-widget:visible .monaco-list-row")
      .filter({ has: this.page.locator(`.label-name`, { hasText: exactly(label) }) })
      .first();
    const until = Date.now() + WAIT_MS;
    for (;;) {
      await this.page.keyboard.press("F1");
      try {
        await input.waitFor({ timeout: 5_000 });
        await input.fill(`>${label}`);
        // Commands are known when the manifests have been read.
        await row.waitFor({ timeout: 3_000 });
        await row.click();
        return;
      } catch (error) {
        await this.page.keyboard.press("Escape");
        if (Date.now() > until) throw error;
      }
    }
  }

  /** Types into the input that a command has opened, by its title: one that follows another looks the same. */
  async answer(title: string, text: string): Promise<void> {
    const widget = this.page.locator(".quick-input-widget:visible").filter({
      has: this.page.locator(".quick-input-title", { hasText: title }),
    });
    const input = widget.locator(".quick-input-box input");
    await input.waitFor({ timeout: WAIT_MS });
    await input.fill(text);
    await input.press("Enter");
  }

  /** The chat in the side bar, opened by its icon. */
  async openChat(): Promise<FrameLocator> {
    const until = Date.now() + WAIT_MS;
    for (;;) {
      await this.openContainer("Parley");
      try {
        return await this.#find((title) => title === "Chat", "Chat", LOOK_MS);
      } catch (error) {
        // A window that is still being restored may have closed it again.
        if (Date.now() > until) throw error;
      }
    }
  }

  /** The chat in the side bar without a session. What is typed before it is there would go to the session of before. */
  async newChat(): Promise<FrameLocator> {
    await this.run("ACP: New Session");
    const chat = await this.openChat();
    await chat.getByRole("region", { name: "New chat" }).waitFor({ timeout: WAIT_MS });
    return chat;
  }

  activityIcon(title: string): Locator {
    return this.page.locator(`.activitybar .action-item:has(.action-label[aria-label^="${title}"])`).first();
  }

  /** By the icon in the activity bar. */
  async openContainer(title: string): Promise<void> {
    const icon = this.activityIcon(title);
    await icon.waitFor({ timeout: WAIT_MS });
    const opened = icon.and(this.page.locator(".checked"));
    const until = Date.now() + WAIT_MS;
    while ((await opened.count()) === 0) {
      // Beside the badge, which would catch the click.
      await icon.click({ position: { x: 8, y: 8 } });
      try {
        await opened.waitFor({ timeout: 3_000 });
      } catch (error) {
        // A window that is being restored opened it at the same moment, and the click has closed it.
        if (Date.now() > until) throw error;
      }
    }
  }

  /** A view in the side bar, by its header. */
  async openView(title: string): Promise<void> {
    const header = this.page.locator(`.pane-header[aria-label^="${title}"]`).first();
    await header.waitFor({ timeout: WAIT_MS });
    if ((await header.getAttribute("aria-expanded")) === "false") await header.click();
  }

  async closeView(title: string): Promise<void> {
    const header = this.page.locator(`.pane-header[aria-label^="${title}"]`).first();
    if ((await header.getAttribute("aria-expanded")) === "true") await header.click();
  }

  /** The chat in an editor tab. */
  async panel(): Promise<FrameLocator> {
    return this.#find((title) => title !== null && title !== "Chat", "a chat in a tab");
  }

  async #find(fits: (title: string | null) => boolean, what: string, waitMs = WAIT_MS): Promise<FrameLocator> {
    const frames = this.page.locator(`iframe.webview.ready[src*="extensionId=${EXTENSION}"]`);
    const until = Date.now() + waitMs;
    for (;;) {
      await frames.first().waitFor({ state: "attached", timeout: waitMs });
      for (const frame of await frames.all()) {
        const name = await frame.getAttribute("name").catch(() => null);
        if (name === null) continue;
        const inner = this.page.locator(`iframe.webview[name="${name}"]`).contentFrame().locator("iframe#active-frame");
        const title = await inner.getAttribute("title", { timeout: 1_000 }).catch(() => null);
        if (title !== null && fits(title)) return inner.contentFrame();
      }
      if (Date.now() > until) throw new Error(`No webview shows ${what}`);
    }
  }

  /** Trusts the folder of the window, as a person does in the editor's own page for it. */
  async trust(): Promise<void> {
    await this.run("Workspaces: Manage Workspace Trust");
    const editor = this.page.locator(".workspace-trust-editor");
    await editor
      .locator(".monaco-button", { hasText: /^Trust$/ })
      .first()
      .click({ timeout: WAIT_MS });
    await this.statusBar("Restricted Mode").waitFor({ state: "hidden", timeout: WAIT_MS });
  }

  /** Chooses an entry of the context menu of something. */
  async menu(target: Locator, entry: string | RegExp): Promise<void> {
    const item = this.page.getByRole("menuitem", { name: entry }).first();
    const until = Date.now() + WAIT_MS;
    for (;;) {
      await target.click({ button: "right", timeout: WAIT_MS });
      try {
        await item.click({ timeout: 3_000 });
        await this.#until(item, () => item.click({ timeout: 500 }));
        return;
      } catch (error) {
        // A list that is drawn again closes its menu.
        await this.page.keyboard.press("Escape");
        if (Date.now() > until) throw error;
      }
    }
  }

  /** Accepts what the box of that title proposes. */
  async accept(title: string, proposed: string): Promise<void> {
    const box = this.page.locator(".quick-input-widget:visible").filter({
      has: this.page.locator(".quick-input-title", { hasText: title }),
    });
    const input = box.locator(".quick-input-box input");
    const until = Date.now() + WAIT_MS;
    while (!(await input.inputValue({ timeout: WAIT_MS })).includes(proposed)) {
      if (Date.now() > until) throw new Error(`${title} does not propose ${proposed}`);
      await this.page.waitForTimeout(100);
    }
    await input.press("Enter");
    await this.#until(box, () => input.press("Enter", { timeout: 500 }));
  }

  /** Until it is gone: a menu that has just been opened ignores a click, and a box that is busy ignores a key. */
  async #until(gone: Locator, again: () => Promise<void>): Promise<void> {
    for (const until = Date.now() + WAIT_MS; ;) {
      try {
        return await gone.waitFor({ state: "hidden", timeout: 500 });
      } catch (error) {
        if (Date.now() > until) throw error;
        // It may be gone by now.
        await again().catch(() => undefined);
      }
    }
  }

  /** A row of the list that is open. */
  choice(text: string | RegExp): Locator {
    return this.page.locator(".quick-input-widget:visible .monaco-list-row", { hasText: text });
  }

  /** Chooses a row of the list that is open on top of the window. */
  async pick(text: string | RegExp): Promise<void> {
    await this.page
      .locator(".quick-input-widget:visible .monaco-list-row", { hasText: text })
      .first()
      .click({ timeout: WAIT_MS });
  }

  /** Presses a button of the dialog that is open. */
  async confirm(button: string): Promise<void> {
    await this.page.locator(".monaco-dialog-box").getByRole("button", { name: button }).click({ timeout: WAIT_MS });
  }

  notification(text: string | RegExp): Locator {
    return this.page.locator(".notifications-toasts .notification-list-item", { hasText: text });
  }

  statusBar(text: string | RegExp): Locator {
    return this.page.locator(".statusbar-item", { hasText: text });
  }

  treeItem(text: string | RegExp): Locator {
    return this.page.locator(".pane-body .monaco-list-row", { hasText: text });
  }

  async #opened(): Promise<void> {
    await this.page.locator(".activitybar .action-label").first().waitFor({ timeout: WAIT_MS });
    // Filled in when the connection to the editor's server stands.
    await this.page.locator('.statusbar [id="status.host"]').waitFor({ timeout: WAIT_MS });
  }
}

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
}

/** Runs in the page: whether a value that the workbench keeps for extensions has the text. */
async function isStored(text: string): Promise<boolean> {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- Only this function reaches the page.
  const opened = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(new Error("The database cannot be read")));
    });
  const names = (await indexedDB.databases()).map(({ name = "" }) => name);
  for (const name of names.filter((one) => one.startsWith("vscode-web-state-db-"))) {
    const database = await opened(indexedDB.open(name));
    const values = await opened(database.transaction("ItemTable").objectStore("ItemTable").getAll());
    database.close();
    if (values.some((value) => typeof value === "string" && value.includes(text))) return true;
  }
  return false;
}
