import { describe, expect, it } from "vitest";
import { HTML_TOKENS_AT_ONCE, MAIN_TEXT_CHARS_MIN, PAGE_TITLE_CHARS_MAX } from "../../limits.ts";
import { findParts, type PageParts } from "./find-parts.ts";

const find = (html: string): Promise<PageParts> => findParts(html, new AbortController().signal);
const LONG = "x".repeat(MAIN_TEXT_CHARS_MIN);

describe("the title of a page", () => {
  it.each([
    ["<title> A\n &amp; B </title>", "A & B"],
    ["<title>One</title><svg><title>Two</title></svg>", "One"],
    ["<title>  </title>", undefined],
    ["<p>text", undefined],
    ["", undefined],
  ])("of %j is %j", async (html, title) => {
    expect((await find(html)).title).toBe(title);
  });

  it("is one line of bounded length", async () => {
    const { title = "" } = await find(`<title>${"a\n".repeat(10_000)}</title>`);
    expect(title).not.toContain("\n");
    expect(title.length).toBeLessThanOrEqual(PAGE_TITLE_CHARS_MAX);
  });
});

describe("the main region of a page", () => {
  it.each([
    [`<main>${LONG}</main>`, "main"],
    [`<main><p>${LONG.slice(1)}</p> a</main>`, "main"],
    [`<main>${LONG.slice(1)}</main>`, undefined],
    [`<main></main>${LONG}`, undefined],
    [`</main><main>${LONG}`, "main"],
    [`<article>${LONG}</article>`, "article"],
    [`<article>${LONG}</article><article>${LONG}</article>`, undefined],
    [`<main>short</main><article>${LONG}</article>`, "article"],
    [`<main><article>${LONG}</article></main>`, "main"],
    [`<main><script>${LONG}</script><style>${LONG}</style></main>`, undefined],
    [LONG, undefined],
  ])("is found (%#)", async (html, region) => {
    expect((await find(html)).region).toBe(region);
  });

  it("stops searching when the call is cancelled", async () => {
    const html = "<b>x</b>".repeat(HTML_TOKENS_AT_ONCE);
    await expect(findParts(html, AbortSignal.abort(new Error("stop")))).rejects.toThrow("stop");
  });
});
