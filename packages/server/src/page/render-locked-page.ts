// The page for a browser without the token: how to get in, and nothing else.
import { READ_TOKEN } from "./connections.ts";
import { escapeHtml, MARK, renderHead } from "./html.ts";
import { PAGE_STYLE } from "./page-style.ts";

export function renderLockedPage(url: string): string {
  const open = `${READ_TOKEN}\necho "${url}/?token=$TOKEN"`;
  return `${renderHead(`<style>${PAGE_STYLE}</style>`)}
<body>
<header class="top"><div class="brand">${MARK}<span>Parley</span></div></header>
<main class="locked">
  <h1>This server wants to know you first</h1>
  <p>It runs, and it is yours if you have its token. The token was made at the first start, and only you can read it.</p>
  <ol>
    <li><p>Print a link that lets this browser in, on the machine where the server runs:</p>
      <div class="command"><span>Shell</span><pre tabindex="0"><code>${escapeHtml(open)}</code></pre></div></li>
    <li><p>Open the link. The token leaves the address bar at once, and this browser is remembered for a month.</p></li>
  </ol>
  <p class="quiet"><code>parley serve</code> prints the same link when it starts. Programs send the token as <code>Authorization: Bearer …</code> instead.</p>
</main>
</body></html>
`;
}
