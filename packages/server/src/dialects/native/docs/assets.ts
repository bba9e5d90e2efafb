// The style of the page at /docs, and the script that filters it.

export const STYLE = `:root { color-scheme: light dark; --text: #1c1b19; --soft: #5f5b54; --line: #e4e0d8; --ground: #f7f6f3; --card: #fff; --accent: #0f766e; --warm: #b45309; --bad: #b42318; }
@media (prefers-color-scheme: dark) { :root { --text: #efece6; --soft: #a7a198; --line: #34312c; --ground: #141412; --card: #1d1c1a; --accent: #4fd1c0; --warm: #f0b35f; --bad: #ff8f80; } }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 13rem minmax(0, 1fr); font: 15px/1.55 system-ui, sans-serif; color: var(--text); background: var(--ground); }
nav { position: sticky; top: 0; height: 100vh; padding: 1.5rem 1rem; border-right: 1px solid var(--line); display: flex; flex-direction: column; gap: .5rem; overflow: auto; }
nav .home { font-weight: 700; font-size: 1.1rem; }
nav label { color: var(--soft); font-size: .85rem; }
input { width: 100%; padding: .4rem .5rem; border: 1px solid var(--line); border-radius: 6px; font: inherit; color: inherit; background: var(--card); }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
main { padding: 2rem clamp(1rem, 4vw, 3rem) 6rem; max-width: 64rem; }
h1 { margin: 0 0 .5rem; font-size: 1.7rem; }
h2 { margin: 2.5rem 0 .25rem; }
h4 { margin: 1rem 0 .25rem; }
p { margin: .4rem 0; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { padding: .75rem; border: 1px solid var(--line); border-radius: 6px; background: var(--ground); overflow: auto; }
table { width: 100%; border-collapse: collapse; }
td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td p { margin: 0; }
.type { color: var(--soft); font-size: .85rem; font-weight: 400; }
.required { color: var(--bad); }
.route { margin: .5rem 0; padding: .5rem .9rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.route > summary { cursor: pointer; }
.route > summary span:last-child { color: var(--soft); }
.method { display: inline-block; min-width: 4.2em; font: 700 12px ui-monospace, monospace; color: var(--accent) !important; }
.method.post, .method.put { color: var(--warm) !important; }
.method.delete { color: var(--bad) !important; }
.none { margin-top: 2.5rem; color: var(--soft); }
[hidden] { display: none; }
code { overflow-wrap: anywhere; }
pre code { overflow-wrap: normal; }
@media (max-width: 45rem) {
  body { display: block; }
  nav { position: static; height: auto; border: 0; flex-flow: row wrap; }
  nav .home, nav label { flex-basis: 100%; }
  table, tbody, tr, td { display: block; width: 100%; }
  td { padding-right: 0; border-bottom: 0; overflow-wrap: anywhere; }
  tr { padding: .3rem 0; border-bottom: 1px solid var(--line); }
}
`;

export const FILTER_SCRIPT = `"use strict";
const filter = document.getElementById("filter");
const routes = [...document.querySelectorAll(".route")].map((route) => ({ route, words: route.textContent.toLowerCase() }));
const sections = [...document.querySelectorAll("main > section")];
const none = document.getElementById("none");
filter.addEventListener("input", () => {
  const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const { route, words: text } of routes) route.hidden = !words.every((word) => text.includes(word));
  for (const section of sections) section.hidden = section.querySelector(".route:not([hidden])") === null;
  none.hidden = sections.some((section) => !section.hidden);
  none.textContent = none.hidden ? "" : "No results for \u201c" + filter.value.trim() + "\u201d. All words must match; try fewer words.";
});
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
addEventListener("hashchange", openTarget);
openTarget();
`;
