// What axe finds on a page, in each theme.
import axe from "axe-core";
import type { Page } from "playwright-core";

/** They differ in their colours alone, so that all rules are tried in the first. */
const THEMES = ["light", "dark", "contrast"] as const;
/** Axe does not try them unless told. */
const MORE_RULES = { "label-content-name-mismatch": { enabled: true } };

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** One line for each rule that is broken, with the theme and the elements; empty if all is well. `within`: a part of the page. */
export async function findViolations(page: Page, within = "body"): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.evaluate((name) => (document.documentElement.dataset["theme"] = name), theme);
    const options = theme === THEMES[0] ? { rules: MORE_RULES } : { runOnly: "color-contrast" };
    const run = async ([root, chosen]: readonly [string, object]): Promise<readonly Violation[]> => {
      type Axe = { run(root: string, options: object): Promise<{ violations: Violation[] }> };
      return (await (globalThis as unknown as { readonly axe: Axe }).axe.run(root, chosen)).violations;
    };
    const violations = await page.evaluate(run, [within, options] as const);
    for (const { id, nodes } of violations) {
      found.push(`${theme}: ${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("; ")}`);
    }
  }
  return found;
}

/** Whether something is wider than the screen. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

/** Whether the whole page can be scrolled, away from its bars: only its parts should. */
export function isTooHigh(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollHeight > document.documentElement.clientHeight);
}
