// What can be done with an agent's program: install, update, remove, restart, its log and its traffic, and adding one.
import type { Operations } from "@parley/contract";
import * as vscode from "vscode";
import { JOB_WAIT_SECONDS } from "../../limits.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { openLink } from "../open-link.ts";
import { attempt } from "../report.ts";
import { refreshAgents, type Program, type ProgramNode } from "./agents-view.ts";
import { showText } from "./show-text.ts";
import { confirm, showInformation, showProgress } from "../notices/notices.ts";

type Job = Operations["agents/job"]["reply"];
type AgentCommand = (window: ParleyWindow, given?: unknown) => Promise<void>;

export const installAgent: AgentCommand = async (window, given) => {
  const program = await programOf(window, given, ({ state }) => state === "missing" || state === "available");
  if (program === undefined) return;
  await attempt(window, vscode.l10n.t("Could not install {0}", program.title), async () => {
    const job = await window.remote.request("agents/install", { name: program.name });
    await followJob(window, job, vscode.l10n.t("Installing {0}", program.title));
  });
};

export const updateAgent: AgentCommand = async (window, given) => {
  const program = await programOf(window, given, ({ latest_version: latest }) => latest !== undefined);
  if (program === undefined) return;
  await attempt(window, vscode.l10n.t("Could not update {0}", program.title), async () => {
    const job = await window.remote.request("agents/update", { name: program.name });
    await followJob(window, job, vscode.l10n.t("Updating {0}", program.title));
  });
};

export const removeAgent: AgentCommand = async (window, given) => {
  const program = await programOf(window, given, ({ origin }) => origin === "installed" || origin === "custom");
  if (program === undefined) return;
  const yes = vscode.l10n.t("Remove");
  const message = vscode.l10n.t("Remove {0}? Its sessions stay readable.", program.title);
  if ((await confirm(message, [yes])) !== yes) return;
  await attempt(window, vscode.l10n.t("Could not remove {0}", program.title), () =>
    window.remote.request("agents/remove", { name: program.name }),
  );
  refreshAgents();
};

export const restartAgent: AgentCommand = async (window, given) => {
  const program = await programOf(window, given, isHere);
  if (program === undefined) return;
  const done = await attempt(window, vscode.l10n.t("Could not restart {0}", program.title), () =>
    window.remote.request("agents/restart", { name: program.name }),
  );
  if (done === undefined) return;
  const message =
    done.restarted === 0
      ? vscode.l10n.t("{0} is not running; it starts with the next prompt.", program.title)
      : vscode.l10n.t("{0} was restarted.", program.title);
  void showInformation(message);
  refreshAgents();
};

export const showAgentLog: AgentCommand = async (window, given) => {
  const program = await programOf(window, given, isHere);
  if (program === undefined) return;
  await attempt(window, vscode.l10n.t("Could not read the log of {0}", program.title), async () => {
    const { processes } = await window.remote.request("agents/log", { name: program.name });
    const text = processes.map((one) => `# ${one.state} in ${one.working_dir}\n${one.text}`).join("\n\n");
    await showText(`${program.title}.log`, text === "" ? vscode.l10n.t("No process of this agent has run yet.") : text);
  });
};

/** The latest messages, without secrets. */
export const showAgentTraffic: AgentCommand = async (window, given) => {
  const program = await programOf(window, given, isHere);
  if (program === undefined) return;
  await attempt(window, vscode.l10n.t("Could not read the messages of {0}", program.title), async () => {
    const { lines } = await window.remote.request("agents/traffic", { name: program.name });
    await showText(`${program.title}.ndjson`, lines.join("\n"));
  });
};

/** Where the program comes from, or how to update it. */
export const openAgentLink: AgentCommand = async (window, given) => {
  const program = await programOf(window, given, ({ remedy }) => remedy?.url !== undefined);
  const url = program?.remedy?.url;
  if (url !== undefined) await openLink(url);
};

/** Shows its steps, and ends it if the person cancels. Rejects with why it failed. */
async function followJob({ remote }: ParleyWindow, started: Job, title: string): Promise<void> {
  await showProgress(
    title,
    async (show, token) => {
      token.onCancellationRequested(
        () => void remote.request("agents/cancelJob", { id: started.id }).catch(() => undefined),
      );
      let job = started;
      let after = 0;
      while (job.state === "running") {
        job = await remote.request("agents/job", { id: started.id, after, wait_seconds: JOB_WAIT_SECONDS });
        const last = job.steps.at(-1);
        after = last?.number ?? after;
        const message = last === undefined ? undefined : describeStep(last);
        if (message !== undefined) show(message);
      }
      refreshAgents();
      if (job.state === "failed") throw new Error(job.error?.message ?? vscode.l10n.t("it failed"));
    },
    { isCancellable: true },
  );
}

function describeStep({
  text,
  received_bytes: received,
  total_bytes: total,
}: Job["steps"][number]): string | undefined {
  if (received === undefined) return text;
  const percent = total === undefined || total === 0 ? "" : ` ${Math.round((received / total) * 100)} %`;
  return `${vscode.l10n.t("downloading")}${percent}`;
}

function isHere({ state }: Program): boolean {
  return state !== "missing" && state !== "available";
}

/** Of a row; or the person is asked for one of those that fit. */
export async function programOf(
  window: ParleyWindow,
  given: unknown,
  fits: (program: Program) => boolean,
): Promise<Program | undefined> {
  const node = given as ProgramNode | undefined;
  if (node !== undefined && "program" in node) return node.program;
  const reply = await attempt(window, vscode.l10n.t("Could not list the agents"), () =>
    window.remote.request("agents/catalogue", {}),
  );
  const items = (reply?.programs ?? []).filter(fits).map((program) => ({
    label: program.title,
    description: program.version ?? "",
    detail: program.message ?? program.description ?? "",
    program,
  }));
  const placeHolder = items.length === 0 ? vscode.l10n.t("No agent to choose from") : vscode.l10n.t("Agent");
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.program;
}
