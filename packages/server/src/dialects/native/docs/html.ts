// HTML templates: everything is escaped unless it is HTML made by this file.
import { escapeHtml } from "@parley/base";

export interface Html {
  readonly html: string;
}

type Piece = Html | string | number | undefined | readonly Html[];

/** Strings are inserted as text, `Html` as it is. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  let text = "";
  for (const [index, string] of strings.entries()) text += string + toText(pieces[index]);
  return { html: text };
}

/** Paragraphs with `code`. */
export function prose(text: string): Html {
  if (text === "") return html``;
  const paragraphs = text.split("\n\n").map((paragraph) => html`<p>${{ html: withCode(paragraph) }}</p>`);
  return html`${paragraphs}`;
}

function withCode(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

function toText(piece: Piece): string {
  if (piece === undefined) return "";
  if (typeof piece === "string" || typeof piece === "number") return escapeHtml(String(piece));
  return "html" in piece ? piece.html : piece.map((one) => one.html).join("");
}
