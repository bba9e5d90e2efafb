// The page for a browser without a valid token: what is wrong and how to sign in.
import { escapeHtml, READ_TOKEN } from "@parley/base";
import type { Refusal } from "../http/refusal.ts";
import { MARK, renderHead } from "./html.ts";
import { PAGE_STYLE } from "./page-style.ts";

/** `refused`: the browser sent a token, which was not valid. */
export function renderSignInPage(url: string, refused?: Pick<Refusal, "status" | "message">): string {
  const open = `${READ_TOKEN}\necho "${url}/?token=$TOKEN"`;
  return `${renderHead(`<style>${PAGE_STYLE}</style>`)}
<body>
<header class="top"><div class="brand">${MARK}<span>Parley</span></div></header>
<main class="locked">
  <h1>Sign in to Parley</h1>
  ${refused === undefined ? "" : `<p class="notice" role="alert">${escapeHtml(explain(refused))}</p>`}
  <p>To use this server, enter its token. Parley created it on first start, in a file that only you can read.</p>
  <form class="sign-in" action="/" method="get">
    <label for="token">Token</label>
    <input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
    <button type="submit">Sign in</button>
  </form>
  <p>Or open a link that contains the token. To print one, run this on the server's machine:</p>
  <div class="command"><span>Shell</span><pre tabindex="0"><code>${escapeHtml(open)}</code></pre></div>
  <p class="quiet">Parley removes the token from the address bar and remembers this browser for a month.</p>
  <p class="quiet"><code>parley serve</code> prints the same link when it starts. Programs send the token as <code>Authorization: Bearer …</code>.</p>
</main>
</body></html>
`;
}

/** The message for programs is about headers, which does not help in a browser. */
function explain({ status, message }: Pick<Refusal, "status" | "message">): string {
  if (status !== 401) return message;
  return "The token is not valid. It may be incomplete, or the server may have a new one. Read it again as shown below.";
}
