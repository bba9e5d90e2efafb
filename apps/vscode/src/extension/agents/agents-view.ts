// The view of the agents' programs: on this machine, and in the registry, with their states.
import type { Operations } from "@parley/contract";
import * as vscode from "vscode";
import type { ViewId } from "../contributions.ts";
import type { ParleyWindow } from "../parley-window.ts";

export type Program = Operations["agents/catalogue"]["reply"]["programs"][number];
export type ProgramNode =
  | { readonly program: Program }
  | { readonly group: string; readonly programs: readonly Program[] };

const VIEW: ViewId = "acp.agents";

/** Something was installed, added or restarted. */
const changed = new vscode.EventEmitter<void>();
/** The registry is downloaded when the person asks for it. */
let isRegistryWanted = false;

export function registerAgentsView(window: ParleyWindow): vscode.Disposable {
  const view = vscode.window.createTreeView(VIEW, {
    treeDataProvider: new AgentsProvider(window),
    showCollapseAll: true,
  });
  const parts = [view, view.onDidChangeVisibility(refreshAgents), window.onStatus(refreshAgents)];
  const stop = window.agents.subscribe(refreshAgents);
  return new vscode.Disposable(() => {
    stop();
    for (const part of parts) part.dispose();
  });
}

export function refreshAgents(): void {
  changed.fire();
}

export function showRegistry(): void {
  isRegistryWanted = true;
  changed.fire();
}

class AgentsProvider implements vscode.TreeDataProvider<ProgramNode> {
  readonly #window: ParleyWindow;
  readonly onDidChangeTreeData: vscode.Event<void> = changed.event;

  constructor(window: ParleyWindow) {
    this.#window = window;
  }

  async getChildren(node?: ProgramNode): Promise<ProgramNode[]> {
    if (node !== undefined) return "programs" in node ? node.programs.map((program) => ({ program })) : [];
    const { remote, log } = this.#window;
    if (remote.state.kind !== "connected") return [];
    try {
      const { programs } = await remote.request("agents/catalogue", isRegistryWanted ? { registry: true } : {});
      return toNodes(programs);
    } catch (error) {
      log.error(`The agents could not be listed: ${error instanceof Error ? error.message : String(error)}`);
      isRegistryWanted = false;
      return [];
    }
  }

  getTreeItem(node: ProgramNode): vscode.TreeItem {
    if ("group" in node) {
      const item = new vscode.TreeItem(node.group, vscode.TreeItemCollapsibleState.Collapsed);
      item.description = String(node.programs.length);
      item.id = `group ${node.group}`;
      return item;
    }
    return toItem(node.program);
  }
}

function toNodes(programs: readonly Program[]): ProgramNode[] {
  const sorted = programs.toSorted((one, other) => one.title.localeCompare(other.title));
  const isHere = ({ state }: Program): boolean => state !== "missing" && state !== "available";
  const others = sorted.filter((program) => !isHere(program));
  return [
    ...sorted.filter(isHere).map((program) => ({ program })),
    ...(others.length === 0 ? [] : [{ group: vscode.l10n.t("Not installed"), programs: others }]),
  ];
}

function toItem(program: Program): vscode.TreeItem {
  const {
    name,
    title,
    state,
    version,
    message,
    path,
    description,
    installed_version: own,
    latest_version: latest,
  } = program;
  const running = program.processes.filter((process) => process.state === "running").length;
  const hasUpdate = own !== undefined && latest !== undefined;
  const item = new vscode.TreeItem(title);
  item.id = name;
  item.iconPath = new vscode.ThemeIcon(running > 0 && state === "ready" ? "vm-running" : ICONS[state]);
  item.description = [
    state === "ready" ? version : describeState(state),
    running > 0 ? vscode.l10n.t("running") : undefined,
    program.sign_in === "needed" ? vscode.l10n.t("sign-in needed") : undefined,
    hasUpdate ? vscode.l10n.t("{0} available", latest) : undefined,
  ]
    .filter(Boolean)
    .join(" · ");
  item.tooltip = [title, description, message, path].filter(Boolean).join("\n");
  item.contextValue = [
    "agent",
    state === "missing" || state === "available" ? "installable" : "installed",
    ...(hasUpdate ? ["updatable"] : []),
    ...(program.remedy?.url === undefined ? [] : ["linked"]),
    ...(program.origin === "installed" || program.origin === "custom" ? ["removable"] : []),
  ].join(" ");
  return item;
}

const ICONS: Readonly<Record<Program["state"], string>> = {
  ready: "hubot",
  missing: "circle-outline",
  too_old: "warning",
  broken: "error",
  available: "cloud-download",
};

function describeState(state: Program["state"]): string {
  switch (state) {
    case "ready":
      return vscode.l10n.t("ready");
    case "missing":
      return vscode.l10n.t("not installed");
    case "too_old":
      return vscode.l10n.t("too old");
    case "broken":
      return vscode.l10n.t("broken");
    case "available":
      return vscode.l10n.t("available");
  }
}
