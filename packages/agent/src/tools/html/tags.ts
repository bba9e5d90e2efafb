// Which tags are for reading, and what they mean to a text.

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
/** Those that have an end of their own, so that leaving one out cannot swallow the rest. */
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
/** They mean nothing to a text but that it goes on in a new paragraph. */
export const BREAKS = new Set(
  "html body main article section div header figure figcaption details summary address fieldset dt dd dl form center caption noscript".split(
    " ",
  ),
);
export const BREAK = "<div></div>";
/** Where the search for an open one of the same kind ends. */
export const SCOPES: Readonly<Record<string, ReadonlySet<string>>> = {
  li: new Set(["ul", "ol"]),
  tr: new Set(["table"]),
  td: new Set(["tr", "table"]),
  th: new Set(["tr", "table"]),
};
