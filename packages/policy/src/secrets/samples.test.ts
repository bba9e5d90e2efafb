// Every kind of secret, in every kind of text that it is met in.
import { createSecretSamples } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { findSecrets, redact, redactStart } from "../redact.ts";
import { SHAPES } from "./shapes.ts";

const SAMPLES = createSecretSamples();
const ROUND_ABOUT: readonly (readonly [what: string, wrap: (text: string) => string])[] = [
  ["alone", (text) => text],
  ["between lines", (text) => `first line\n${text}\nlast line`],
  ["with the line breaks of Windows", (text) => `first\r\n${text.replaceAll("\n", "\r\n")}\r\nlast`],
  ["in JSON", (text) => JSON.stringify({ type: "text", text })],
  ["in JSON in JSON", (text) => JSON.stringify({ body: JSON.stringify({ text: `a\n${text}` }) })],
  ["in a log", (text) => `2026-01-01T00:00:00Z info did it {"detail":${JSON.stringify(text)}}`],
  ["behind much text", (text) => `${"word and word. ".repeat(400)}\n${text}`],
];

it("knows at least 60 kinds, each by a name of its own", () => {
  const names = SAMPLES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(150);
});

describe.each(ROUND_ABOUT)("%s", (_what, wrap) => {
  it.each(SAMPLES.map((sample) => [sample.name, sample] as const))("hides %s", (_name, { text, secret }) => {
    const shown = redact(wrap(text));
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain(secret.slice(0, 12));
    expect(shown).not.toContain(secret.slice(-12));
    expect(redact(shown)).toBe(shown);
  });
});

it("hides all of them at once, and nothing of what is between", () => {
  const shown = redact(
    SAMPLES.map(({ text }, index) => `# part ${index} begins\n${text}\n# part ${index} ends`).join("\n"),
  );
  for (const { secret } of SAMPLES) expect(shown).not.toContain(secret);
  for (const index of SAMPLES.keys()) expect(shown).toContain(`# part ${index} ends`);
});

it("hides what a cut goes through", () => {
  for (const { text, secret } of SAMPLES) {
    const before = "x ".repeat(50);
    for (const kept of [1, 5, 9, 20]) {
      const at = before.length + text.indexOf(secret) + Math.min(kept, secret.length);
      expect(redactStart(before + text, at)).not.toContain(secret.slice(0, 9));
    }
  }
});

it("has a sample for nearly every row of the table", () => {
  const found = new Set(SAMPLES.flatMap(({ text }) => findSecrets(text).map(({ kind }) => kind)));
  const missing = SHAPES.map(({ name }) => name).filter((name) => !found.has(name));
  expect(missing.length).toBeLessThan(25);
});
