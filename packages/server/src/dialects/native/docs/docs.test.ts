import { expect, it } from "vitest";
import { z } from "zod";
import { defineRoute } from "../route.ts";
import { toCurl } from "./curl.ts";
import { html, prose } from "./html.ts";
import { createOpenApi } from "./open-api.ts";
import { renderDocs } from "./page.ts";

const route = defineRoute(
  {
    method: "post",
    path: "/things/{id}",
    tag: "Sessions",
    summary: "Do <something>",
    body: z.object({ word: z.string().describe("Any `word`"), list: z.array(z.string()).nullish() }),
    example: { word: "it's" },
    reply: { description: "Done." },
    errors: [404],
  },
  () => undefined,
);

it("escapes text in a page", () => {
  expect(html`<b title="${'"'}">${"<i>"}</b>`.html).toBe('<b title="&quot;">&lt;i&gt;</b>');
  expect(prose("a `b<c` d\n\ne").html).toBe("<p>a <code>b&lt;c</code> d</p><p>e</p>");
});

it("shows a command that works in a shell", () => {
  expect(toCurl(route.contract, "http://x")).toBe(
    [
      "curl",
      "-X POST",
      '"http://x/things/$ID"',
      '-H "Authorization: Bearer $PARLEY_TOKEN"',
      '-H "Content-Type: application/json"',
      String.raw`-d '{"word":"it'\''s"}'`,
    ].join(" \\\n  "),
  );
});

it("shows a route with its fields, responses and command", () => {
  const page = renderDocs([route], createOpenApi([route], "http://x"), "http://x");
  for (const part of [
    "Do &lt;something&gt;",
    "<code>word</code>",
    "Any <code>word</code>",
    "string[] | null",
    "404",
    "400",
    "curl",
  ]) {
    expect(page).toContain(part);
  }
});
