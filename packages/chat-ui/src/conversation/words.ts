// The words of the conversation.
import type { EventActor } from "@parley/acp";
import { revealLine, toOneLine, truncate, t, tKnown, shownLocale } from "@parley/base";
import { TITLE_CHARS_MAX } from "../limits.ts";

const SURFACES: Readonly<Record<string, string>> = {
  web: "",
  terminal: "terminal",
  chat: "terminal",
  vscode: "VS Code",
  api: "API",
  "acp-rest": "ACP-REST",
  a2a: "A2A",
};

/** A name on one line, with what hides in it. */
export function toName(text: string): string {
  return toOneLine(revealLine(truncate(text, TITLE_CHARS_MAX)), TITLE_CHARS_MAX);
}

/** Who sent a prompt: "You", unless it was another person. The owner of the server has no name; people with a key have one. */
export function describePerson(actor: EventActor | undefined, self: string | undefined): string {
  if (self !== undefined && actor !== undefined && actor.person === undefined) return t("Owner");
  return actor?.person === undefined || actor.person === self ? t("You") : toName(actor.person);
}

/** Where it was sent from; nothing for the page. */
export function describeSurface(actor: EventActor | undefined): string {
  return actor === undefined ? "" : tKnown(SURFACES[actor.surface] ?? toName(actor.surface));
}

const TIME = { hour: "2-digit", minute: "2-digit" } as const;
const DATE = { dateStyle: "medium", timeStyle: "medium" } as const;
const formats = new Map<object, Intl.DateTimeFormat>();

export function formatTime(at: number): string {
  return formatOf(TIME).format(at);
}

export function formatDate(at: number): string {
  return formatOf(DATE).format(at);
}

/** In the language of the words; in English as the browser writes it, which knows the country. */
function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = shownLocale();
  const format = formats.get(options) ?? new Intl.DateTimeFormat(locale === "en" ? undefined : locale, options);
  formats.set(options, format);
  return format;
}
