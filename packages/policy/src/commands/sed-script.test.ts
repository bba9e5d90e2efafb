import { describe, expect, it } from "vitest";
import { isPlainSedScript } from "./sed-script.ts";

describe("a script of sed", () => {
  it.each([
    "",
    "p",
    "5,10p",
    "$d",
    "1~2d",
    "/foo/p",
    "/foo/,/bar/p",
    "/foo/I,+2d",
    "\\,foo,d",
    "s/a/b/",
    "s/a/b/gi",
    "s|a|b|2p",
    "s/a\\/e/b\\/w/",
    "s/x/e/;s/y/w/",
    "y/abc/xyz/",
    "1d;$d",
    "/a/{s/b/c/;p}",
    "/a/!d",
    ":a;N;$!ba;s/\\n/ /g",
    "1i hello; e rm",
    "a\\\ntext",
    "$!N;P;D",
    "=",
    "10q",
    "# e rm x",
  ])("%j only changes text", (script) => {
    expect(isPlainSedScript(script)).toBe(true);
  });

  it.each([
    "e",
    "1e",
    "1e rm x",
    "$!e rm",
    "/foo/e rm",
    "/a\\/b/ e rm",
    "\\,a,e rm",
    "s/a/b/e",
    "s/a/b/ge",
    "s,a,b,e",
    "s/a/b/w out",
    "s/a/b/;e rm",
    "p;e rm",
    "/a/{e rm\n}",
    "1!{p;e}",
    "w out",
    "W out",
    "r .env",
    "R .env",
    "1r .env",
    "# x\ne rm",
    "a x\ne rm",
    "y/a/b/e",
    "F;e",
    "k",
    "s\na\nb\n",
  ])("%j may do more", (script) => {
    expect(isPlainSedScript(script)).toBe(false);
  });

  it("of any length is gone through once", () => {
    expect(isPlainSedScript("s/a/b/;".repeat(100_000))).toBe(true);
    expect(isPlainSedScript(`${"/".repeat(100_000)}e`)).toBe(false);
  });
});
