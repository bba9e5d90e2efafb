import { cpuMsOf } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { NAMED_REFERENCES_MAX } from "../../limits.ts";
import { findReferences } from "./self-contained.ts";

const INSIDE = [
  `<a href="https://example.com">out</a><area href="x.html"><a href="#top">`,
  `<img src="data:image/png;base64,AAAA"><img srcset="data:image/png;base64,AAAA 2x"><use href="#icon" xlink:href='#i'>`,
  `<video src="blob:abc"></video><form action="#"></form><iframe srcdoc="<p>x</p>"></iframe><script src=""></script>`,
  `<style>a { background: url(data:image/png;base64,AA) } b { fill: url(#g) }</style><p style="fill: url('#g')">`,
  `<script>const s = '<script src="https://x.example/a.js">'; fetch("data:,x"); import("blob:x"); fetch(url)</script>`,
  `<!-- <script src="https://x.example/a.js"></script> --><textarea><img src="http://x.example"></textarea>`,
  `<p>src="https://example.com"</p> 1 < 2 <3 <p title='<img src="http://x.example">'>`,
];

const OUTSIDE: readonly (readonly [string, string])[] = [
  [`<script src="https://cdn.example/x.js">`, `<script src="https://cdn.example/x.js">`],
  [`<SCRIPT SRC=//cdn.example/x.js>`, `<script src="//cdn.example/x.js">`],
  [`<script\n  defer\n  src = 'x.js' >`, `<script src="x.js">`],
  [`<link rel=stylesheet href=style.css>`, `<link href="style.css">`],
  [`<img alt=">" src="http://x.example/a.png">`, `<img src="http://x.example/a.png">`],
  [`<img src=" &#104;ttp://x.example">`, `<img src="http://x.example">`],
  [`<img srcset="a.png 1x, b.png 2x">`, `<img srcset="a.png">`],
  [`<video poster="file:///etc/passwd">`, `<video poster="file:///etc/passwd">`],
  [`<object data="x.swf">`, `<object data="x.swf">`],
  [`<base href="https://x.example/">`, `<base href="https://x.example/">`],
  [`<form action="https://x.example/steal">`, `<form action="https://x.example/steal">`],
  [`<button formaction="/x">`, `<button formaction="/x">`],
  [`<svg><use xlink:href="https://x.example/s.svg#i"/></svg>`, `<use xlink:href="https://x.example/s.svg#i">`],
  [
    `<meta http-equiv="Refresh" content="0; url=https://x.example">`,
    `<meta http-equiv="refresh" content="…https://x.example">`,
  ],
  [`<style>@import "https://x.example/a.css";</style>`, `<style> url(https://x.example/a.css)`],
  [`<style>a{background:url( 'https://x.example/a.png' )}</style>`, `<style> url(https://x.example/a.png)`],
  [`<p style="background:url(a.png)">`, `<p style="url(a.png)">`],
  [`<script>fetch( "https://x.example/api")</script>`, `<script> https://x.example/api`],
  [`<script>new WebSocket('wss://x.example')</script>`, `<script> wss://x.example`],
  [`<script type=module>import x from "https://esm.example/x"</script>`, `<script> import "https://esm.example/x"`],
  [`<script type=module>import "./x.js"</script>`, `<script> import "./x.js"`],
];

describe("a page", () => {
  it.each(INSIDE)("has everything in itself: %s", (html) => {
    expect(findReferences(html)).toEqual([]);
  });

  it.each(OUTSIDE)("loads something: %s", (html, reference) => {
    expect(findReferences(`<!doctype html>${html}`)).toContain(reference);
  });

  it("lists only some of many", () => {
    expect(findReferences(`<img src="a">`.repeat(3))).toHaveLength(1);
    const many = Array.from({ length: 99 }, (_, index) => `<img src="${index}.png">`).join("");
    expect(findReferences(many)).toHaveLength(NAMED_REFERENCES_MAX);
  });

  it.each([`<a "`, "<!--", "<script>", "<a href=", "<", "</", `<a b="<`, "url(", `import "`, "&#"])(
    "made of nothing but %j takes no longer than another",
    (piece) => {
      expect(
        cpuMsOf(() => {
          findReferences(piece.repeat(100_000));
          findReferences(`<style>${piece.repeat(100_000)}`);
          findReferences(`<script>${piece.repeat(100_000)}`);
        }),
      ).toBeLessThan(5_000);
    },
  );
});
