import { describe, expect, it } from "vitest";
import { APP_HTML_BYTES_MAX } from "../../limits.ts";
import { parseApp, renderAppChangePrompt, renderAppPrompt } from "./app.ts";

const html = "<!doctype html>\n<html><head><title>Tip &amp; Split</title></head><body>```</body></html>";

describe("the prompts for apps", () => {
  it("have what was asked for, and the app that is to be changed", () => {
    expect(renderAppPrompt("a tip calculator").prompt).toContain("<request>\na tip calculator\n</request>");
    const { system, prompt } = renderAppChangePrompt({ name: "tip", title: "Tip", html }, "make it green");
    expect(system).toContain("next version");
    expect(prompt).toContain(html);
    expect(prompt).toContain("<feedback>\nmake it green\n</feedback>");
  });
});

describe("an app", () => {
  it.each<[how: string, text: string]>([
    ["in a fence", `Here:\n\`\`\`html\n${html}\n\`\`\`\nEnjoy.`],
    ["beside another fence", `\`\`\`js\nlet a = 1;\n\`\`\`\n\`\`\`\n${html}\n\`\`\``],
    ["as it is", html],
    ["in prose", `Here it is: ${html} and that is all`],
  ])("is read %s", (_, text) => {
    expect(parseApp(text)).toEqual({ name: "tip-split", title: "Tip & Split", html });
  });

  it("is read from JSON", () => {
    expect(parseApp(JSON.stringify({ name: "My App!", title: "Mine", html }))).toEqual({
      name: "my-app",
      title: "Mine",
      html,
    });
  });

  it("has a name that is safe for a folder, whatever the title is", () => {
    const named = (title: string): unknown => parseApp(html.replace("Tip &amp; Split", title));
    expect(named("../../etc/passwd")).toMatchObject({ name: "etc-passwd" });
    expect(named("日本")).toMatchObject({ name: "app", title: "日本" });
    expect(named("  ")).toMatchObject({ name: "app", title: "App" });
    expect(named("x-".repeat(100))).toMatchObject({ name: expect.stringMatching(/^(x-){23}x$/) });
  });

  it.each<[text: string, why: RegExp]>([
    ["Sorry", /not contain an HTML/],
    ["", /not contain an HTML/],
    ["```html\n<!doctype html><html><body>cut o", /incomplete/],
    [`<html>${"x".repeat(APP_HTML_BYTES_MAX)}</html>`, /larger than/],
    ['{"html": 7}', /not contain an HTML/],
  ])("%.30s is none", (text, why) => {
    expect(parseApp(text)).toEqual({ failed: expect.stringMatching(why) });
  });
});
