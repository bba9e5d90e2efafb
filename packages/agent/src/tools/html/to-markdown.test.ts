import { describe, expect, it } from "vitest";
import { HTML_CLEAN_CHARS_MAX } from "../../limits.ts";
import { convertPage, type ConvertedPage } from "./to-markdown.ts";

function convert(html: string, format: "markdown" | "text" = "markdown", charsMax = 1e9): Promise<ConvertedPage> {
  return convertPage(html, {
    baseUrl: "https://ex.example/docs/",
    format,
    charsMax,
    signal: new AbortController().signal,
  });
}

const toText = async (html: string): Promise<string> => (await convert(html)).text;

describe("a page as Markdown", () => {
  it.each([
    ["<h1>One</h1><h3>Three</h3>text", "# One\n\n### Three\n\ntext"],
    ["<div>one<div>two</div>three</div>", "one\n\ntwo\n\nthree"],
    ["<p>one<p>two<p>three", "one\n\ntwo\n\nthree"],
    ["a <b>b</b> <em>c</em> <code>d</code>", "a **b** *c* `d`"],
    ["<ul><li>one<li><div>two</div><ul><li>deep</ul><li>three</ul>", "- one\n- two\n  - deep\n- three"],
    ["<ol start=3><li>one</li><li>two</li></ol>", "3. one\n4. two"],
    ["<pre><code class='language-js'>a &lt; b\n  c</code></pre>", "```js\na < b\n  c\n```"],
    ["<pre>x <div>y</div>\n  z</pre>", "x y\n  z"],
    ["<table><tr><th>A<th>B<tr><td>1|2<td>3<br>4</table>", "| A | B |\n| --- | --- |\n| 1\\|2 | 3 4 |"],
    ["<blockquote>one</blockquote>", "> one"],
    ["<a href='../x?a=1&amp;b=2'>x</a>", "[x](https://ex.example/x?a=1&b=2)"],
    ["<base href='https://other.example/'><a href='y'>y</a>", "[y](https://other.example/y)"],
    ["<a href='#top'>top</a> <a href='javascript:x()'>js</a> <a>none</a>", "top js none"],
    [
      "<img src='a.png' alt='A'><img src='b.png'><img src='data:image/png;base64,AA' alt='inline'>",
      "![A](https://ex.example/docs/a.png)inline",
    ],
    ["1 < 2 && <b>3</b> <3 &copy; a_b *c*", "1 < 2 && **3** <3 © a_b *c*"],
    ["<p>a<!-- b -->c<![CDATA[d]]></p>", "ac"],
    ["<p>a<!-- b --!>c</p>", "ac"],
    [
      "<a href=x/>x</a> <a href='y?q=1&copy=2'>y</a>",
      "[x](https://ex.example/docs/x/) [y](https://ex.example/docs/y?q=1&copy=2)",
    ],
    ["a<script>x('<p>b</p>')</script><style>p{}</style><template>t</template><svg><text>s</text></svg>c", "ac"],
    ["<nav>n</nav><aside>a</aside><footer>f</footer><div hidden>h</div><div role=navigation>r</div>text", "text"],
    ["<nav>only <a href=/x>menu</a></nav>", "only [menu](https://ex.example/x)"],
    ["<nav>never closed <p>text", "never closed\n\ntext"],
    ["<noscript>Needs scripts</noscript>", "Needs scripts"],
    ["", ""],
  ])("%s", async (html, expected) => {
    const text = await toText(html);
    expect(text.replaceAll(/[ \t]+$/gm, "")).toBe(expected);
  });

  it("is the part that is meant to be read", async () => {
    const body = "The text itself. ".repeat(20).trim();
    expect(await toText(`<div>before</div><main><p>${body}</p></main><div>after</div>`)).toBe(body);
    expect(await toText(`<div>before</div><article><p>${body}</p></article><div>after</div>`)).toBe(body);
    expect(await toText(`<div>before</div><main>short</main>`)).toBe("before\n\nshort");
    expect(await toText(`<article>${body}</article><article>two</article>`)).toBe(`${body}\n\ntwo`);
  });

  it("has the title of the page", async () => {
    expect((await convert("<title> A\n &amp; &#66;&#x43; </title>x")).title).toBe("A & BC");
    expect((await convert("<title>Caf&eacute; &mdash; Men&uuml; &#150; &copy 2026</title>x")).title).toBe(
      "Café — Menü – © 2026",
    );
    expect((await convert("<p>x")).title).toBeUndefined();
    expect((await convert("<title></title>x")).title).toBeUndefined();
  });

  it("can be plain text", async () => {
    const html = "<h2>Head</h2><p>a <a href=/x>link</a> <b>b</b> <code>c</code> <img src=a alt=pic></p>";
    expect((await convert(html, "text")).text).toBe("Head\n\na link b c pic");
  });

  it("ends where it is long enough, and says so", async () => {
    const html = "<p>paragraph</p>".repeat(10_000);
    const page = await convert(html, "markdown", 5_000);
    expect(page.isCut).toBe(true);
    expect(page.text.length).toBeLessThan(20_000);
    expect((await convert("<p>x</p>", "markdown", 5_000)).isCut).toBe(false);
    expect((await convert("x".repeat(2 * HTML_CLEAN_CHARS_MAX))).isCut).toBe(true);
  });

  it("has everything of a long list and a long table, though they are read in pieces", async () => {
    const items = Array.from({ length: 3_000 }, (_, index) => `item${index}`);
    const list = await toText(`<ul>${items.map((item) => `<li>${item}`).join("")}</ul>`);
    expect(list.split("\n").filter((line) => line.startsWith("- "))).toEqual(items.map((item) => `- ${item}`));
    const rows = await toText(`<table>${items.map((item) => `<tr><td>${item}<td>x`).join("")}</table>`);
    expect(rows.match(/item\d+/g)).toEqual(items);
  });

  it.each([
    "<div>",
    "<ul><li>",
    "<b>",
    "<blockquote>",
    "<table><tr><td>",
    "<a href=x>",
    "</p>",
    "<b> </b>",
    "<",
    "<!--",
    "&",
    "<p hidden>",
  ])("does not hold others up when it is nothing but %j", async (piece) => {
    let turns = 0;
    const before = process.cpuUsage();
    const timer = setInterval(() => (turns += 1), 5);
    const page = await convert(piece.repeat(5_000));
    const { user } = process.cpuUsage(before);
    clearInterval(timer);
    expect(page.text.length).toBeLessThan(2_000_000);
    expect(turns > 0 || user < 200_000).toBe(true);
  });

  it("is abandoned when it is cancelled", async () => {
    const signal = AbortSignal.timeout(20);
    const html = "<p>Hello <b>world</b></p>".repeat(100_000);
    const options = { baseUrl: "https://ex.example/", format: "markdown", charsMax: 1e9, signal } as const;
    await expect(convertPage(html, options)).rejects.toThrow(/aborted|timeout/i);
  });
});
