// The style of pages other than the built one: light and dark, from phones to wide screens.

export const PAGE_STYLE = `
:root {
  --ground: #f7f6f3; --paper: #ffffff; --ink: #1c1b19; --soft: #5f5b54; --line: #e4e0d8;
  --voice-a: #0f766e; --voice-b: #b45309; --bad: #b42318;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, monospace;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #141412; --paper: #1d1c1a; --ink: #efece6; --soft: #a7a198; --line: #34312c;
    --voice-a: #4fd1c0; --voice-b: #f0b35f; --bad: #ff8f80;
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
main { padding-bottom: 72px; }
h1 { font-size: clamp(2rem, 5.2vw, 3rem); line-height: 1.08; letter-spacing: -0.03em; margin: 0 0 14px; font-weight: 680; text-wrap: balance; }
.locked { max-width: 720px; margin-top: 9vh; }
.locked > p { color: var(--soft); max-width: 62ch; margin: 0 0 22px; font-size: 1.06rem; text-wrap: pretty; }
.locked .notice { margin: 0 0 24px; padding: 12px 16px; border: 1px solid currentColor; border-radius: 8px; color: var(--bad); }
.locked ol { padding-left: 1.3em; margin: 0 0 24px; } .locked li { margin-bottom: 14px; } .locked li p { margin: 0 0 8px; }
.locked .command {
  display: grid; grid-template: "label text" auto / auto minmax(0, 1fr); align-items: start; gap: 2px 10px;
  background: var(--paper); border: 1px solid var(--line); border-radius: 9px; padding: 9px 12px; margin: 0 0 8px;
}
.command > span { grid-area: label; font-size: 0.8rem; line-height: 1.68; color: var(--soft); }
.command pre { grid-area: text; margin: 0; font: 0.84rem/1.6 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; border-radius: 4px; }
.command code { font: inherit; }
.sign-in { display: grid; grid-template: "label label" auto "text button" auto / minmax(0, 1fr) auto; gap: 4px 8px; max-width: 480px; margin: 0 0 24px; }
.sign-in label { grid-area: label; font-size: 0.9rem; color: var(--soft); }
.sign-in input { font: 0.95rem var(--mono); padding: 10px 12px; border: 1px solid var(--line); border-radius: 9px; background: var(--paper); color: var(--ink); min-width: 0; }
.sign-in button { font: inherit; font-weight: 560; padding: 10px 18px; border: 0; border-radius: 9px; background: var(--ink); color: var(--ground); cursor: pointer; }
.sign-in input:focus-visible { outline: 2px solid var(--voice-a); outline-offset: 1px; }
.locked > .quiet { font-size: 0.94rem; }
code { font-family: var(--mono); font-size: 0.92em; overflow-wrap: anywhere; }
@media (max-width: 640px) { .top, main { padding-inline: 16px; } }
`;
