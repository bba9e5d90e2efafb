// Finds the element that a model refers to: by its number in the outline, by a selector, or by its text.
import type { Locator, Page } from "playwright-core";

export type Purpose = "click" | "type";

const NUMBER = /^\[?(\d{1,6})\]?$/;
const SELECTOR = /^(?:[#.[]|\/\/|(?:css|xpath|text|role|id|data-testid)=|[a-z]+(?:[#.[:>]|\s*>))/i;

/** Undefined if not found. */
export async function locate(
  page: Page,
  target: string,
  purpose: Purpose,
  references: ReadonlyMap<number, string>,
): Promise<Locator | undefined> {
  const number = NUMBER.exec(target)?.[1];
  const reference = number === undefined ? undefined : references.get(Number(number));
  const candidates = [
    ...(reference === undefined ? [] : [page.locator(`aria-ref=${reference}`)]),
    ...(SELECTOR.test(target) ? [page.locator(target)] : []),
    ...byWords(page, target, purpose),
  ];
  for (const candidate of candidates) if (await isThere(candidate)) return candidate.first();
  return undefined;
}

function byWords(page: Page, words: string, purpose: Purpose): Locator[] {
  const locators: Locator[] = [];
  for (const exact of [true, false]) {
    if (purpose === "type") {
      locators.push(page.getByLabel(words, { exact }), page.getByPlaceholder(words, { exact }));
      locators.push(page.getByRole("textbox", { name: words, exact }));
    } else {
      for (const role of ["button", "link", "menuitem", "tab", "checkbox", "radio"] as const) {
        locators.push(page.getByRole(role, { name: words, exact }));
      }
      locators.push(page.getByText(words, { exact }));
    }
  }
  return locators;
}

/** An invalid selector finds nothing. */
async function isThere(locator: Locator): Promise<boolean> {
  try {
    return (await locator.count()) > 0;
  } catch (error) {
    if (error instanceof Error && /selector|parsing|Unexpected token|aria-ref|not a valid/i.test(error.message))
      return false;
    throw error;
  }
}
