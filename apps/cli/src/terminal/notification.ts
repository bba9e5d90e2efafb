// A desktop notification by the terminal, or its bell, for a user who is elsewhere.
import { neutralLine, type Settings } from "@parley/base";
import { NOTIFICATION_CHARS_MAX } from "../limits.ts";

type Environment = Readonly<Record<string, string | undefined>>;
export type NotificationWay = Exclude<Settings["notifications"], "auto">;

const OSC9_PROGRAMS = new Set(["iTerm.app", "WezTerm", "ghostty"]);
const OSC9_TERMS = /^(xterm-kitty|xterm-ghostty|wezterm)/;
const OSC777_TERMS = /^(foot|rxvt|contour)/;

/** A multiplexer passes a bell on and marks its window, but swallows notifications. */
export function detectNotification(setting: Settings["notifications"], env: Environment): NotificationWay {
  if (setting !== "auto") return setting;
  const term = env["TERM"] ?? "";
  if (env["TMUX"] !== undefined || env["STY"] !== undefined) return "bell";
  if (OSC9_PROGRAMS.has(env["TERM_PROGRAM"] ?? "") || OSC9_TERMS.test(term)) return "osc9";
  return OSC777_TERMS.test(term) ? "osc777" : "bell";
}

/** The sequence for the terminal; the text is one line. */
export function encodeNotification(way: NotificationWay, title: string, text: string): string {
  switch (way) {
    case "off":
      return "";
    case "bell":
      return "\u0007";
    case "osc9":
      return `\u001b]9;${toField(`${title}: ${text}`)}\u0007`;
    case "osc777":
      return `\u001b]777;notify;${toField(title)};${toField(text)}\u0007`;
  }
}

/** Semicolons separate the fields; a text that begins with a number and one is another command in some terminals. */
function toField(text: string): string {
  return neutralLine(text).replaceAll(";", ",").slice(0, NOTIFICATION_CHARS_MAX);
}
