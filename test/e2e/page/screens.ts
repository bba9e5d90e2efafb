// Every screen of the page, in the order a person meets them: how to get there, and what is seen once it is there.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Locator, Page } from "playwright-core";
import type { PagePlace } from "./opened-page.ts";

export interface Screen {
  readonly name: string;
  /** In the address, after `#`. */
  readonly path: string;
  /** What a person does there. */
  readonly act?: (page: Page) => Promise<void>;
  /** What is there in the end. */
  readonly seen: (page: Page) => Locator;
}

const FILES: Readonly<Record<string, string>> = {
  "src/cart.ts": `import { round } from "./money.ts";\n\nexport function total(lines: readonly Line[]): number {\n  let sum = 0;\n  for (const { price, quantity } of lines) sum += round(price) * quantity;\n  return sum;\n}\n`,
  "src/money.ts": "export const round = (cents: number): number => Math.round(cents);\n",
  "src/orders.ts": "export const orders = [];\n".repeat(20),
  "README.md": "# Shop\n\nTotals, orders and customers.\n",
};

const CHANGING = `title Round totals once
think The price is rounded before it is multiplied.
read src/money.ts
read src/orders.ts
edit src/cart.ts round(price) * quantity => round(price * quantity)
run ls src
say **Totals are rounded once now.** See \`src/cart.ts\`:`;

const ASKING = `plan [x] Read the code; [>] Write a test; Run all tests
write test/cart.test.ts import { total } from "../src/cart.ts";\\n
say Done.`;

const QUESTION = "title Free shipping\nask Should shipping be free from exactly 50.00 on?\nsay Done.";

/** Sessions with changes, a plan, a permission and a question, that wait for an answer. */
export async function prepareScreens(at: PagePlace): Promise<readonly Screen[]> {
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(at.place.file(path)), { recursive: true });
    await writeFile(at.place.file(path), text);
  }
  const changed = await at.createSession({ agent: "script", level: "bypass" });
  await prompt(at, changed, CHANGING);
  const form = await at.createSession({ agent: "script" });
  await prompt(at, form, QUESTION);
  const asking = await at.createSession({ agent: "script", name: "Test the total" });
  await prompt(at, asking, ASKING);
  return [...sessionScreens(changed, asking, form), ...DIALOGS.map((open) => open(changed)), ...PAGES];
}

async function prompt({ served }: PagePlace, id: string, text: string): Promise<void> {
  const response = await fetch(`${served.url}/sessions/${id}/reply`, {
    method: "POST",
    headers: { authorization: `Bearer ${served.token}`, "content-type": "application/json" },
    body: JSON.stringify({ user_message: text }),
  });
  if (!response.ok) throw new Error(`The prompt was refused: ${await response.text()}`);
}

export const START: Screen = {
  name: "start",
  path: "/",
  seen: (page) => page.getByRole("button", { name: "New session" }).first(),
};

function sessionScreens(changed: string, asking: string, form: string): readonly Screen[] {
  const tab = (name: string, seen: Screen["seen"]): Screen => ({
    name: `${name} tab`,
    path: `/sessions/${changed}/${name}`,
    seen,
  });
  return [
    {
      name: "session",
      path: `/sessions/${changed}`,
      seen: (page) => page.getByText("Totals are rounded once now.", { exact: true }),
    },
    {
      name: "permission",
      path: `/sessions/${asking}`,
      seen: (page) => page.getByRole("main").getByRole("group", { name: /^Permission: / }),
    },
    { name: "question", path: `/sessions/${form}`, seen: (page) => page.getByRole("main").getByRole("form") },
    tab("changes", (page) => page.getByRole("button", { name: "Undo src/cart.ts" })),
    tab("map", (page) => page.getByRole("application", { name: /^Map of / })),
    tab("timeline", (page) => page.getByRole("tabpanel", { name: "Timeline" }).getByRole("table")),
    tab("traffic", (page) =>
      page.getByRole("tabpanel", { name: "Traffic" }).getByText("prompt", { exact: true }).first(),
    ),
    tab("details", (page) => page.getByRole("tabpanel", { name: "Details" }).getByRole("heading").first()),
    {
      name: "inbox",
      path: "/inbox",
      seen: (page) => page.getByRole("region", { name: "Inbox" }).getByRole("group").first(),
    },
    { name: "no such session", path: "/sessions/none", seen: (page) => page.getByText("Session not found") },
    { name: "sessions", path: "/", seen: (page) => page.getByRole("link", { name: "Round totals once" }) },
  ];
}

const DIALOGS: readonly ((sessionId: string) => Screen)[] = [
  (id) => byKey("new session", id, "n", "New session"),
  (id) => byKey("palette", id, "Control+k", "Command palette"),
  (id) => byKey("keys", id, "?", /key/i),
  (id) => ({
    name: "menu",
    path: `/sessions/${id}`,
    act: (page) =>
      page
        .getByRole("banner")
        .getByRole("button", { name: /session/i })
        .click(),
    seen: (page) => page.getByRole("menu"),
  }),
];

function byKey(name: string, sessionId: string, key: string, title: string | RegExp): Screen {
  return {
    name,
    path: `/sessions/${sessionId}`,
    act: async (page) => {
      await page.getByText("Totals are rounded once now.", { exact: true }).waitFor();
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press(key);
    },
    seen: (page) => page.getByRole("dialog", { name: title }),
  };
}

const PAGES: readonly Screen[] = [
  "Agents",
  "Activity",
  "Usage",
  "Rules",
  "Recipes",
  "Recording",
  "Settings",
  "Connect",
  "Guide",
  "Nowhere",
].map((name) => ({
  name: name.toLowerCase(),
  path: `/${name.toLowerCase()}`,
  seen: (page) =>
    name === "Nowhere" ? page.getByRole("main") : page.getByRole("main").getByRole("heading", { level: 1 }),
}));
