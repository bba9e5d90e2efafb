// The tags that are relevant for text, and their meaning.

export const NEVER = new Set([
  "script",
  "style",
  "template",
  "svg",
  "iframe",
  "object",
  "canvas",
  "audio",
  "video",
  "head",
  "title",
]);
export const NOISE = new Set(["nav", "aside", "footer", "button", "select", "textarea", "dialog", "datalist", "menu"]);
export const NOISE_ROLE = /^(?:navigation|contentinfo|complementary|search|banner|menu|menubar|dialog|alert)$/i;
/** Elements with a required end tag, so that skipping one cannot drop the rest of the page. */
export const HIDEABLE = new Set([
  "div",
  "section",
  "ul",
  "ol",
  "span",
  "table",
  "form",
  "header",
  "article",
  "details",
]);
export const INLINE = new Set(["a", "b", "strong", "i", "em", "code", "del", "s"]);
export const BLOCKS = new Set([
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "p",
  "ul",
  "ol",
  "li",
  "blockquote",
  "pre",
  "table",
  "tr",
  "th",
  "td",
]);
export const VOID = new Set(["br", "hr", "img"]);
/** Elements that only start a new paragraph. */
export const BREAKS = new Set(
  "html body main article section div header figure figcaption details summary address fieldset dt dd dl form center caption noscript".split(
    " ",
  ),
);
export const BREAK = "<div></div>";
/** Elements at which the search for an open sibling of the same kind stops. */
export const SCOPES: Readonly<Record<string, ReadonlySet<string>>> = {
  li: new Set(["ul", "ol"]),
  tr: new Set(["table"]),
  td: new Set(["tr", "table"]),
  th: new Set(["tr", "table"]),
};
