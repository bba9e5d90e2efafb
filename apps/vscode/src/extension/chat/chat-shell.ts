// What a chat shows until its scripts are there: the frame and the words that they draw first, in the same places.
import { escapeHtml } from "@parley/base";
import type { ChatState } from "../../protocol/chat-protocol.ts";
import { toPlaceholder, toStartLines, toStartTitle } from "../../protocol/start-words.ts";

/** The spaces and sizes are those of the components. */
export const SHELL_STYLE = `
body{margin:0;padding:0}
.shell{display:flex;flex-direction:column;height:100vh;color:var(--vscode-descriptionForeground);
font:var(--vscode-font-size,13px)/1.5 var(--vscode-font-family);overflow-wrap:anywhere}
.shell *{box-sizing:border-box}
.shell-start{flex:1;min-height:0;padding:16px;overflow:hidden;align-content:center;text-align:center}
.shell-start h2{margin:0 0 8px;color:var(--vscode-foreground);font-size:16px;font-weight:600}
.shell-start p{margin:0 0 4px}
.shell-composer{padding:12px 26px 10px;border-top:1px solid var(--vscode-panel-border,transparent)}
.shell-box{height:96px;max-width:760px;margin:auto;padding:12px 14px;overflow:hidden;border-radius:12px;
border:1px solid var(--vscode-input-border,var(--vscode-contrastBorder,var(--vscode-panel-border,transparent)));
background:var(--vscode-input-background);white-space:nowrap}
@media(width<640px){.shell-composer{padding:8px 14px 10px}}
@media(width<560px){.shell-composer{padding:6px 8px 8px}.shell-box{height:80px;padding:10px}}
@media(width<=460px)and (height>600px){.shell-box{height:114px}}
`;

/** Without roles: nothing in it can be used. */
export function toShell({ session, agent }: Pick<ChatState, "session" | "agent">, draft: string): string {
  const [first, ...lines] = session === undefined ? [toStartTitle(), ...toStartLines(agent)] : [];
  const start =
    first === undefined
      ? ""
      : `<h2>${escapeHtml(first)}</h2>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("")}`;
  return `<div class="shell" aria-hidden="true">
      <div class="shell-start">${start}</div>
      <div class="shell-composer"><div class="shell-box">${escapeHtml(draft === "" ? toPlaceholder(agent) : draft)}</div></div>
    </div>`;
}
