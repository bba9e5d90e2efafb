// The content of / if the server is part of a program without a page.
import { escapeHtml } from "@parley/base";
import { MARK, renderHead } from "./html.ts";
import { PAGE_STYLE } from "./page-style.ts";

export function renderNoPage(url: string): string {
  return `${renderHead(`<style>${PAGE_STYLE}</style>`)}
<body>
<header class="top"><div class="brand">${MARK}<span>Parley</span></div></header>
<main class="locked">
  <h1>This server has no page</h1>
  <p>It runs inside another program that does not include Parley's page. The API works: see <a href="/docs">its documentation</a>.</p>
  <p class="quiet">To see this server's sessions in a terminal, run <code>parley chat --server ${escapeHtml(url)}</code>.</p>
</main>
</body></html>
`;
}
