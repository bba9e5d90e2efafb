// Signs in to an agent: by a terminal of the editor, by the agent itself, or by values that go to the secret storage.
import type { Operations } from "@parley/contract";
import * as vscode from "vscode";
import { JOB_WAIT_SECONDS } from "../../limits.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { withoutLinks } from "../notices/without-links.ts";
import { openLink } from "../open-link.ts";
import { attempt } from "../report.ts";
import { programOf } from "./agent-commands.ts";
import { refreshAgents } from "./agents-view.ts";
import { showInformation, showProgress } from "../notices/notices.ts";

type Method = Operations["agents/signIns"]["reply"]["sign_ins"][number];

export async function signIn(window: ParleyWindow, given?: unknown): Promise<void> {
  const program = await programOf(window, given, ({ state }) => state === "ready");
  if (program === undefined) return;
  await attempt(window, vscode.l10n.t("Could not sign in to {0}", program.title), async () => {
    const { sign_ins: methods } = await window.remote.request("agents/signIns", { name: program.name });
    const items = methods.map((method) => ({ label: method.name, detail: method.description ?? "", method }));
    const placeHolder =
      items.length === 0
        ? vscode.l10n.t("{0} does not say how to sign in; see its documentation", program.title)
        : vscode.l10n.t("How to sign in to {0}", program.title);
    const picked = await vscode.window.showQuickPick(items, { placeHolder, matchOnDetail: true });
    if (picked === undefined) return;
    if (picked.method.type === "terminal") return signInByTerminal(window, program.name, picked.method);
    const values = await askForValues(window, program.name, picked.method);
    if (values === undefined) return;
    await showProgress(vscode.l10n.t("Signing in to {0}", program.title), (show) =>
      signInByServer(window, program.name, picked.method, values, (line) => {
        show(line);
        void offerLink(line);
      }),
    );
    void showInformation(vscode.l10n.t("Signed in to {0}.", program.title));
  });
  refreshAgents();
}

/** The person types there; the agent is restarted when the command has ended. */
async function signInByTerminal({ remote }: ParleyWindow, name: string, method: Method): Promise<void> {
  const { command = "", args = [], env = {} } = method;
  const options = { name: `ACP: ${method.name}`, shellPath: command, shellArgs: [...args], env: { ...env } };
  const terminal = vscode.window.createTerminal(options);
  terminal.show();
  await new Promise<void>((resolve) => {
    const closing = vscode.window.onDidCloseTerminal((closed) => {
      if (closed !== terminal) return;
      closing.dispose();
      resolve();
    });
  });
  await remote.request("agents/restart", { name });
}

/** Values from the secret storage, or asked for and kept there. Undefined if the person cancels. */
async function askForValues(
  { secrets }: ParleyWindow,
  name: string,
  { variables = [], link }: Method,
): Promise<Record<string, string> | undefined> {
  const values: Record<string, string> = {};
  for (const variable of variables) {
    const known = await secrets.get(variable.name);
    const value = await vscode.window.showInputBox({
      title: `${name}: ${variable.label}`,
      prompt: withoutLinks(
        [variable.is_optional ? vscode.l10n.t("Optional") : undefined, link].filter(Boolean).join(". "),
      ),
      value: known ?? "",
      ignoreFocusOut: true,
      password: variable.is_secret,
    });
    if (value === undefined) return undefined;
    if (value === "") continue;
    values[variable.name] = value;
    if (variable.is_secret) await secrets.set(variable.name, value);
  }
  return values;
}

/** What the agent prints meanwhile, such as a code to enter, is shown; an address in it can be opened. */
async function signInByServer(
  { remote }: ParleyWindow,
  name: string,
  { id }: Method,
  values: Readonly<Record<string, string>>,
  show: (line: string) => void,
): Promise<void> {
  const given = Object.keys(values).length === 0 ? {} : { values };
  let job = await remote.request("agents/signIn", { name, method_id: id, ...given });
  let after = 0;
  for (;;) {
    for (const { text } of job.steps.filter(({ number }) => number > after)) if (text !== undefined) show(text);
    after = job.steps.at(-1)?.number ?? after;
    if (job.state !== "running") break;
    job = await remote.request("agents/job", { id: job.id, after, wait_seconds: JOB_WAIT_SECONDS });
  }
  if (job.state !== "completed") throw new Error(job.error?.message ?? job.state);
}

/** The line stays to be read; the page is opened when the person wants it. */
async function offerLink(line: string): Promise<void> {
  const [url] = /https?:\/\/[^\s"'<>]+/.exec(line) ?? [];
  if (url === undefined) return;
  const open = vscode.l10n.t("Open Page");
  const picked = await showInformation(line.trim(), open);
  if (picked === open) await openLink(url);
}

export async function signOut(window: ParleyWindow, given?: unknown): Promise<void> {
  const program = await programOf(window, given, ({ state }) => state === "ready");
  if (program === undefined) return;
  await attempt(window, vscode.l10n.t("Could not sign out of {0}", program.title), () =>
    window.remote.request("agents/signOut", { name: program.name }),
  );
  refreshAgents();
}
