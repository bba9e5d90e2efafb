// The style of the page: light and dark, from a phone to a wide screen.

export const PAGE_STYLE = `
:root {
  --ground: #f7f6f3; --paper: #ffffff; --ink: #1c1b19; --soft: #5f5b54; --line: #e4e0d8;
  --voice-a: #0f766e; --voice-b: #b45309; --tint: #e6f2f0; --warm: #fdf1de; --bad: #b42318; --bad-tint: #fdecea;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, monospace;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #141412; --paper: #1d1c1a; --ink: #efece6; --soft: #a7a198; --line: #34312c;
    --voice-a: #4fd1c0; --voice-b: #f0b35f; --tint: #12312d; --warm: #35280f; --bad: #ff8f80; --bad-tint: #3a1916;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
a { color: var(--voice-a); text-underline-offset: 3px; }
a:focus-visible, button:focus-visible, pre:focus-visible { outline: 2px solid var(--voice-a); outline-offset: 2px; }
.top, main { max-width: 1080px; margin: 0 auto; padding-inline: 24px; }
.top { display: flex; align-items: center; justify-content: space-between; gap: 16px; padding-block: 22px; }
.brand { display: flex; align-items: center; gap: 10px; font-weight: 650; font-size: 1.1rem; letter-spacing: -0.01em; }
.brand svg { width: 30px; height: 30px; }
.brand .a { fill: var(--voice-a); } .brand .b { fill: var(--voice-b); }
nav { display: flex; gap: 22px; font-size: 0.94rem; }
nav a { color: var(--soft); text-decoration: none; } nav a:hover { color: var(--ink); text-decoration: underline; }
main { padding-bottom: 72px; }
h1 { font-size: clamp(2rem, 5.2vw, 3rem); line-height: 1.08; letter-spacing: -0.03em; margin: 0 0 14px; font-weight: 680; text-wrap: balance; }
h2 { font-size: 1.35rem; letter-spacing: -0.015em; margin: 0 0 10px; }
h3 { font-size: 1rem; margin: 0 0 4px; }
section { margin-top: 56px; }
.hero { margin-top: 36px; }
.hero > p, .lead, .locked > p { color: var(--soft); max-width: 62ch; margin: 0 0 22px; font-size: 1.06rem; text-wrap: pretty; }
#notice { margin-top: 22px; }
.lead { font-size: 1rem; margin-bottom: 10px; }
.address { display: flex; flex-wrap: wrap; align-items: center; gap: 14px; }
.address .command { flex: 0 1 420px; margin: 0; }
.pill { margin: 0; display: inline-flex; align-items: center; gap: 8px; font-size: 0.92rem; color: var(--soft); }
.pill::before { content: ""; width: 9px; height: 9px; border-radius: 50%; background: var(--soft); }
.pill[data-state="running"] { color: var(--voice-a); } .pill[data-state="running"]::before { background: var(--voice-a); }
.pill[data-state="draining"] { color: var(--voice-b); } .pill[data-state="draining"]::before { background: var(--voice-b); }
.pill[data-state="gone"] { color: var(--bad); } .pill[data-state="gone"]::before { background: var(--bad); }
.figures { display: flex; flex-wrap: wrap; gap: 14px 40px; margin: 30px 0 0; }
.figures[hidden] { display: none; }
.figures div { display: flex; flex-direction: column-reverse; }
.figures dt { color: var(--soft); font-size: 0.86rem; }
.figures dd { margin: 0; font-size: 1.5rem; font-weight: 620; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.figures dd[data-hot="true"] { color: var(--voice-b); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 16px; margin-top: 18px; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 14px; padding: 20px 20px 12px; min-width: 0; }
.card:first-child:nth-last-child(odd) { grid-column: 1 / -1; }
.card > p { color: var(--soft); margin: 0 0 14px; font-size: 0.95rem; text-wrap: pretty; }
.command {
  display: grid; grid-template: "label copy" auto "text text" auto / minmax(0, 1fr) auto; align-items: center; gap: 2px 10px;
  background: var(--ground); border: 1px solid var(--line); border-radius: 9px; padding: 6px 6px 9px 12px; margin: 0 0 8px;
}
.command > span { grid-area: label; font-size: 0.8rem; color: var(--soft); }
.command pre { grid-area: text; margin: 0; padding-right: 6px; font: 0.84rem/1.6 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; border-radius: 4px; }
.command .copy { grid-area: copy; }
.command code { font: inherit; }
main > section > .command, .address .command, .locked .command { background: var(--paper); }
.address .command, main > section > .command { grid-template: "label text copy" auto / auto minmax(0, 1fr) auto; padding: 7px 7px 7px 12px; }
.copy {
  font: inherit; font-size: 0.8rem; line-height: 1; padding: 6px 10px; border-radius: 6px; cursor: pointer;
  border: 1px solid var(--line); background: var(--paper); color: var(--soft); min-width: 62px;
}
.link { padding: 0; border: 0; background: none; font: inherit; color: var(--voice-a); cursor: pointer; text-decoration: underline; }
.copy:hover { color: var(--ink); border-color: var(--soft); }
ul { list-style: none; margin: 0; padding: 0; }
.rows { background: var(--paper); border: 1px solid var(--line); border-radius: 14px; overflow: hidden; }
.row { display: grid; grid-template-columns: 84px minmax(0, 1fr) auto auto; align-items: center; gap: 16px; padding: 12px 18px; }
.row + .row { border-top: 1px solid var(--line); }
.row .main { display: grid; min-width: 0; }
.row .main > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row strong { font-weight: 560; }
.path { font: 0.8rem/1.5 var(--mono); color: var(--soft); }
.badge { justify-self: start; font-size: 0.8rem; padding: 2px 9px; border-radius: 99px; background: var(--ground); color: var(--soft); white-space: nowrap; }
.badge[data-state="running"] { background: var(--tint); color: var(--voice-a); }
.badge[data-state="awaiting"] { background: var(--warm); color: var(--voice-b); }
.agent, .quiet { font-size: 0.86rem; color: var(--soft); }
.agent { font-family: var(--mono); }
.empty { color: var(--soft); border: 1px dashed var(--line); border-radius: 14px; padding: 22px; margin: 0; text-align: center; }
.group { color: var(--soft); font-weight: 500; font-size: 0.92rem; margin: 22px 0 10px; } .group:first-child { margin-top: 0; }
.agents { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); gap: 12px; }
.agent-card { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 14px 16px; }
.agent-card p { margin: 4px 0 0; font-size: 0.9rem; color: var(--soft); overflow-wrap: anywhere; }
.agent-head { display: flex; align-items: baseline; gap: 8px; min-width: 0; }
.agent-head strong { font-weight: 600; }
.agent-head code { margin-left: auto; font: 0.8rem var(--mono); color: var(--soft); overflow: hidden; text-overflow: ellipsis; }
.dot { flex: none; align-self: center; width: 8px; height: 8px; border-radius: 50%; border: 1.5px solid var(--soft); }
.agent-card[data-ready="true"] .dot { background: var(--voice-a); border-color: var(--voice-a); }
.agent-card[data-ready="false"] strong { color: var(--soft); }
.locked .notice { margin: 0 0 24px; padding: 12px 16px; border: 1px solid currentColor; border-radius: 8px; color: var(--bad); }
.hint { margin: 16px 0 0; color: var(--soft); }
.notice { max-width: 1080px; margin: 0 auto 40px; padding-inline: 24px; color: var(--soft); }
.locked { max-width: 720px; margin-top: 9vh; }
.locked ol { padding-left: 1.3em; margin: 0 0 24px; } .locked li { margin-bottom: 14px; } .locked li p { margin: 0 0 8px; }
.locked .command { grid-template: "label text" auto / auto minmax(0, 1fr); align-items: start; padding: 9px 12px; }
.locked .command > span { line-height: 1.68; }
.locked > .quiet { font-size: 0.94rem; }
code { font-family: var(--mono); font-size: 0.92em; }
@media (max-width: 640px) {
  .top, main { padding-inline: 16px; }
  .row { grid-template-columns: auto minmax(0, 1fr); gap: 6px 12px; }
  .row .main { grid-column: 1 / -1; grid-row: 2; }
  .row .agent { justify-self: end; }
  .row .quiet { grid-column: 1 / -1; }
  nav { gap: 14px; }
  section { margin-top: 44px; }
}
@media (prefers-reduced-motion: no-preference) { .badge[data-state="running"] { animation: work 1.6s ease-in-out infinite alternate; } }
@keyframes work { from { opacity: 1; } to { opacity: 0.55; } }
`;
