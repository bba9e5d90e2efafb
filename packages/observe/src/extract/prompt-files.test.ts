import { cpuMsOf } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { readFileUri } from "./file-uri.ts";
import { findMentions } from "./mentions.ts";
import { filesOfPrompt } from "./prompt-files.ts";

describe("a file URI", () => {
  it.each([
    ["file:///repo/a.ts", { path: "/repo/a.ts" }],
    ["file:///repo/a%20b%C3%A4.ts", { path: "/repo/a bä.ts" }],
    ["file:///C:/repo/a.ts", { path: "C:/repo/a.ts" }],
    ["file:///c%3A/repo/a.ts", { path: "c:/repo/a.ts" }],
    ["file://C:/repo/a.ts", { path: "C:/repo/a.ts" }],
    ["file://localhost/repo/a.ts", { path: "/repo/a.ts" }],
    ["file://server/share/a.ts", { path: "//server/share/a.ts" }],
    ["file:/repo/a.ts", { path: "/repo/a.ts" }],
    ["FILE:///repo/a.ts#L10-20", { path: "/repo/a.ts", line: 10 }],
    ["file:///repo/a.ts#L10:20", { path: "/repo/a.ts", line: 10 }],
    ["file:///repo/a%23b.ts?x=1", { path: "/repo/a#b.ts" }],
    ["file:///repo/100%.ts", { path: "/repo/100%.ts" }],
    ["/repo/a.ts", { path: "/repo/a.ts" }],
    ["C:/repo/a.ts", { path: "C:/repo/a.ts" }],
    ["src/a.ts", { path: "src/a.ts" }],
  ])("%s", (uri, file) => {
    expect(readFileUri(uri)).toEqual({ line: undefined, ...file });
  });

  it.each(["https://example.com/a.ts", "zed:///agent/thread/1", "untitled:Untitled-1", "", "file://", "file:///"])(
    "is not %j",
    (uri) => {
      expect(readFileUri(uri)).toBeUndefined();
    },
  );
});

describe("a mention", () => {
  it.each([
    ["look at @src/a.ts please", [{ path: "src/a.ts" }]],
    ["@README.md, then @./lib and (@docs/).", [{ path: "README.md" }, { path: "./lib" }, { path: "docs/" }]],
    ["@\"my file.md\" and @'b c.txt'", [{ path: "my file.md" }, { path: "b c.txt" }]],
    ["@src/a.ts#L10-20", [{ path: "src/a.ts", line: 10 }]],
    ["@src/a.ts:12", [{ path: "src/a.ts", line: 12 }]],
    ["@src/a.ts:12-14!", [{ path: "src/a.ts", line: 12 }]],
    ['@"a b.ts#L3"', [{ path: "a b.ts", line: 3 }]],
    [String.raw`@C:\repo\a.ts`, [{ path: String.raw`C:\repo\a.ts` }]],
    ["@/etc/hosts @~/notes @.env", [{ path: "/etc/hosts" }, { path: "~/notes" }, { path: ".env" }]],
    ["@packages/rpc/src", [{ path: "packages/rpc/src" }]],
  ])("in %j", (text, files) => {
    expect(findMentions(text)).toEqual(files);
  });

  it.each([
    "me@example.com",
    "@alice and @bob, hello",
    "npm i @types/node @scope/name",
    "@@STUB {} @@END",
    '@app.route("/") is a decorator',
    "```\n@src/a.ts\n```",
    "a@b/c.ts",
    "@",
  ])("is not in %j", (text) => {
    expect(findMentions(text)).toEqual([]);
  });

  it("takes no time in a long text", () => {
    expect(cpuMsOf(() => findMentions("@a/".repeat(100_000) + "```\n".repeat(10_001)))).toBeLessThan(5_000);
  });
});

describe("a prompt", () => {
  it("names its files by links, resources, images and words", () => {
    const prompt = [
      { type: "text", text: "Compare @a.ts with this" },
      { type: "resource_link", uri: "file:///repo/b.ts", name: "b" },
      { type: "resource", resource: { uri: "file:///repo/c.ts", text: "x" } },
      { type: "image", uri: "file:///repo/d.png", data: "", mimeType: "image/png" },
      { type: "resource_link", uri: "https://example.com/e.ts", name: "e" },
      { type: "audio", data: "" },
      null,
    ];
    expect(filesOfPrompt(prompt).map(({ path, action, from }) => `${action} ${path} ${from}`)).toEqual([
      "user_referenced a.ts mention",
      "user_referenced /repo/b.ts prompt",
      "user_provided /repo/c.ts prompt",
      "user_provided /repo/d.png prompt",
    ]);
  });
});
