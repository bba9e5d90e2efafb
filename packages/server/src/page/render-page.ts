// The page after sign-in: its layout, and how to connect. Its script fills in agents and sessions.
import { escapeHtml } from "@parley/base";
import { connectionsOf, READ_TOKEN, type Connection } from "./connections.ts";
import { MARK, renderHead } from "./html.ts";

export interface PageContent {
  readonly url: string;
  /** Names of the enabled dialects. */
  readonly dialects: readonly string[];
  /** Paths of the page's files. */
  readonly names: { readonly style: string; readonly script: string };
}

export function renderPage({ url, dialects, names }: PageContent): string {
  const connections = connectionsOf(url).filter(({ dialect }) => dialect === undefined || dialects.includes(dialect));
  const links = LINKS.filter(({ dialect }) => dialect === undefined || dialects.includes(dialect));
  return `${renderHead(`<link rel="stylesheet" href="${names.style}">`)}
<body>
<header class="top">
  <div class="brand">${MARK}<span>Parley</span></div>
  <nav>${links.map(({ href, text }) => `<a href="${href}">${text}</a>`).join("")}</nav>
</header>
<main>
  <section class="hero">
    <h1>Every agent, one address</h1>
    <p>Start a session on one surface, follow it on another, answer its questions wherever you are.</p>
    <div class="address">${renderCommand({ label: "Address", text: url })}<p class="pill" id="state" data-state="wait" role="status">connecting…</p></div>
    <p class="hint" id="notice" role="note" hidden></p>
    <dl class="figures" id="figures" hidden>
      <div><dt>uptime</dt><dd id="uptime"></dd></div>
      <div><dt>agents ready</dt><dd id="ready"></dd></div>
      <div><dt>turns running</dt><dd id="running"></dd></div>
      <div><dt>open questions</dt><dd id="questions"></dd></div>
      <div><dt>open streams</dt><dd id="streams"></dd></div>
    </dl>
  </section>

  <section aria-labelledby="connect">
    <h2 id="connect">Connect</h2>
    <p class="lead">Every request needs the server's token. In a shell on this machine:</p>
    ${renderCommand({ label: "Token", text: READ_TOKEN })}
    <div class="cards">${connections.map(renderConnection).join("\n")}</div>
  </section>

  <section aria-labelledby="sessions-title">
    <h2 id="sessions-title">Sessions</h2>
    <div id="sessions"><p class="empty">…</p></div>
  </section>

  <section aria-labelledby="agents-title">
    <h2 id="agents-title">Agents</h2>
    <div id="agents"><p class="empty">…</p></div>
  </section>
</main>
<noscript><p class="notice">Enable JavaScript to see agents and sessions.</p></noscript>
<script src="${names.script}" defer></script>
</body></html>
`;
}

const LINKS: readonly { readonly href: string; readonly text: string; readonly dialect?: string }[] = [
  { href: "/docs", text: "API docs", dialect: "native" },
  { href: "/health", text: "Health" },
  { href: "/metrics", text: "Metrics" },
];

function renderConnection({ title, text, commands }: Connection): string {
  return `<article class="card"><h3>${escapeHtml(title)}</h3><p>${escapeHtml(text)}</p>${commands.map(renderCommand).join("")}</article>`;
}

function renderCommand({ label, text }: { readonly label: string; readonly text: string }): string {
  return `<div class="command"><span>${escapeHtml(label)}</span><pre tabindex="0"><code>${escapeHtml(text)}</code></pre><button type="button" class="copy" aria-label="Copy: ${escapeHtml(label)}">Copy</button></div>`;
}
