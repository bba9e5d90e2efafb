import { expect, it } from "vitest";
import { detectPalette, detectReflow, detectSymbols, isDumbTerminal } from "./detect-terminal.ts";
import { ASCII_SYMBOLS, UNICODE_SYMBOLS } from "./theme.ts";

it("uses colours if they are wanted and supported", () => {
  const hasColor = (color: "auto" | "always" | "never", isTerminal: boolean, env: Record<string, string>): boolean =>
    detectPalette(color, isTerminal, env).hasColor;
  expect(hasColor("auto", true, { TERM: "xterm" })).toBe(true);
  expect(hasColor("auto", false, { TERM: "xterm" })).toBe(false);
  expect(hasColor("auto", true, { TERM: "xterm", NO_COLOR: "1" })).toBe(false);
  expect(hasColor("auto", true, { TERM: "xterm", NO_COLOR: "" })).toBe(true);
  expect(hasColor("auto", true, { TERM: "dumb" })).toBe(false);
  expect(hasColor("always", false, { NO_COLOR: "1" })).toBe(true);
  expect(hasColor("never", true, { TERM: "xterm" })).toBe(false);
});

it("uses links in terminals that are known to support them", () => {
  const hasLinks = (env: Record<string, string>): boolean =>
    detectPalette("auto", true, { TERM: "xterm", ...env }).hasLinks;
  expect(hasLinks({})).toBe(false);
  expect(hasLinks({ TERM_PROGRAM: "WezTerm" })).toBe(true);
  expect(hasLinks({ VTE_VERSION: "6800" })).toBe(true);
  expect(hasLinks({ TERM_PROGRAM: "tmux", TERM_PROGRAM_VERSION: "3.3a" })).toBe(false);
  expect(hasLinks({ TERM_PROGRAM: "tmux", TERM_PROGRAM_VERSION: "3.4" })).toBe(true);
  expect(hasLinks({ TERM_PROGRAM: "WezTerm", NO_COLOR: "1" })).toBe(false);
});

it("recognizes terminals with fewer capabilities", () => {
  const isDumb = (TERM: string, platform: NodeJS.Platform): boolean => isDumbTerminal({ TERM }, platform);
  expect([isDumb("", "linux"), isDumb("dumb", "linux"), isDumb("xterm-256color", "linux")]).toEqual([
    true,
    true,
    false,
  ]);
  expect([isDumb("", "win32"), isDumb("dumb", "win32")]).toEqual([false, true]);
  expect(detectSymbols({ TERM: "xterm", LANG: "C" })).toBe(ASCII_SYMBOLS);
  expect(detectSymbols({ TERM: "linux", LANG: "en_US.UTF-8" })).toBe(ASCII_SYMBOLS);
  expect(detectSymbols({ TERM: "xterm" })).toBe(UNICODE_SYMBOLS);
  expect(detectSymbols({ TERM: "xterm", LC_ALL: "de_DE.utf8", LANG: "C" })).toBe(UNICODE_SYMBOLS);
  expect(
    [{ TERM: "xterm", XTERM_VERSION: "XTerm(380)" }, { TERM: "screen" }, { TERM: "screen", TMUX: "x" }].map(
      detectReflow,
    ),
  ).toEqual([false, false, true]);
});
