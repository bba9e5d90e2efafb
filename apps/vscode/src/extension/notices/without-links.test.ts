import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { withoutLinks } from "./without-links.ts";

/** As the editor finds links in notifications. */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

it.each(["Run [ls](command:workbench.action.quit)", "[a]([b](command:x)", "[[a](http://b) (c)](command:d)"])(
  "has no link left: %s",
  (text) => {
    expect(text).toMatch(LINK);
    expect(withoutLinks(text)).not.toMatch(LINK);
  },
);

it("leaves everything else as it is", () => {
  expect(withoutLinks("Edit a[0] (first) of [b]")).toBe("Edit a[0] (first) of [b]");
});

it("is applied to every notification and dialog", () => {
  const folder = join(import.meta.dirname, "..");
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const text = (name: string): string => readFileSync(join(folder, name), "utf8");
  const calling = sources.filter((name) =>
    /\.show(Information|Warning|Error)Message|ProgressLocation\.Notif/.test(text(name)),
  );
  expect(calling).toEqual([join("notices", "notices.ts")]);
});
