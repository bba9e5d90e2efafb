// The prompts of the two modes that make apps, and parsing the resulting app.
import { isObject, quoteMaterial, findFences, findJson, truncate } from "@parley/base";
import { toSlug } from "../../text/file-name.ts";
import { APP_HTML_BYTES_MAX, APP_NAME_CHARS_MAX, APP_TITLE_CHARS_MAX, QUOTED_PROMPT_CHARS_MAX } from "../../limits.ts";
import { appIterator } from "../assistant/app-iterator.ts";
import { appMaker } from "../assistant/app-maker.ts";
import { textOf, type RenderedPrompt, type Unusable } from "./rendered-prompt.ts";

export interface MadeApp {
  /** Lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly title: string;
  /** A complete document. */
  readonly html: string;
}

const DOCUMENT = /^\s*(?:<!--[^>]*-->\s*)?<(?:!doctype\s+html|html)\b/i;

const ANSWER = `Answer with the document alone, in one fence that begins with \`\`\`html. Its <title> is what a person calls the app, in two to four words.`;

export function renderAppPrompt(request: string): RenderedPrompt {
  const prompt = [quoteMaterial("request", truncate(request.trim(), QUOTED_PROMPT_CHARS_MAX)), ANSWER].join("\n\n");
  return { system: appMaker.instructions, prompt };
}

export function renderAppChangePrompt(app: MadeApp, feedback: string): RenderedPrompt {
  const parts = [
    quoteMaterial("app", app.html),
    quoteMaterial("feedback", truncate(feedback.trim(), QUOTED_PROMPT_CHARS_MAX)),
    `${ANSWER} Keep the title, unless the feedback asks for another.`,
  ];
  return { system: appIterator.instructions, prompt: parts.join("\n\n") };
}

/** From `{name, title, html}` as JSON, a fenced block with HTML, or plain HTML. */
export function parseApp(text: string): MadeApp | Unusable {
  const fields = findJson(text).find((value) => isObject(value) && typeof value["html"] === "string");
  const object = isObject(fields) ? fields : {};
  const given = object["html"];
  const html = (typeof given === "string" ? given : findHtml(text))?.trim();
  if (html === undefined || html === "") return { failed: "The answer does not contain an HTML document" };
  if (!/<\/html\s*>\s*$/i.test(html)) return { failed: "The document is incomplete: it does not end with </html>" };
  if (Buffer.byteLength(html) > APP_HTML_BYTES_MAX)
    return { failed: `The app is larger than ${APP_HTML_BYTES_MAX} bytes` };
  const title = textOf(object, ["title"], APP_TITLE_CHARS_MAX) ?? findTitle(html) ?? "App";
  const name = toSlug(textOf(object, ["name"], APP_TITLE_CHARS_MAX) ?? title, APP_NAME_CHARS_MAX) ?? "app";
  return { name, title, html };
}

function findHtml(text: string): string | undefined {
  const fences = findFences(text).filter(({ body }) => DOCUMENT.test(body));
  if (fences.length > 0) return fences.toSorted((a, b) => b.body.length - a.body.length)[0]?.body;
  const start = text.search(/<!doctype\s+html|<html\b/i);
  const end = text.toLowerCase().lastIndexOf("</html>");
  return start >= 0 && end > start ? text.slice(start, end + "</html>".length) : undefined;
}

function findTitle(html: string): string | undefined {
  const [, inside = ""] = /<title[^>]*>([^<]*)/i.exec(html) ?? [];
  const plain = inside
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
  return textOf({ title: plain.replaceAll(/\s+/g, " ") }, ["title"], APP_TITLE_CHARS_MAX);
}
