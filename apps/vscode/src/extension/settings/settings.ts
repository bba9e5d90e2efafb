// The settings of the extension, read in one place.
import * as vscode from "vscode";

export interface ServerSettings {
  /** Empty: the server of this machine. */
  readonly url: string;
  readonly autoStart: boolean;
  readonly node: string;
}

export function readServerSettings(): ServerSettings {
  const settings = vscode.workspace.getConfiguration("acp");
  return {
    url: textOf(settings, "server.url"),
    autoStart: settings.get<unknown>("server.autoStart") !== false,
    node: textOf(settings, "server.node"),
  };
}

/** When a question is notified: `background` while its chat is out of sight. */
export function readNotifications(): "background" | "always" | "never" {
  const value = vscode.workspace.getConfiguration("acp").get<unknown>("notifications");
  return value === "always" || value === "never" ? value : "background";
}

export interface SessionSettingValues {
  /** False: new sessions are deleted when their last window has left. */
  readonly persistHistory: boolean;
  /** Of the chat in the side bar, when the window opens. */
  readonly autoResumeLastSession: boolean;
}

export function readSessionSettings(): SessionSettingValues {
  const settings = vscode.workspace.getConfiguration("acp");
  return {
    persistHistory: settings.get<unknown>("session.persistHistory") !== false,
    autoResumeLastSession: settings.get<unknown>("session.autoResumeLastSession") !== false,
  };
}

/** What a conversation shows. */
export function readDisplay(): { readonly plan: boolean; readonly thoughts: boolean } {
  const settings = vscode.workspace.getConfiguration("acp");
  return {
    plan: settings.get<unknown>("ui.showPlan") !== false,
    thoughts: settings.get<unknown>("ui.showThoughts") === true,
  };
}

/** What an agent is asked for a commit message; the changes go along. */
export function readInstructions(): string {
  const own = textOf(vscode.workspace.getConfiguration("acp"), "commitMessage.instructions");
  return own === "" ? USUAL_INSTRUCTIONS : own;
}

const USUAL_INSTRUCTIONS =
  "Write a commit message for the changes below. Answer with the message alone: a subject of at most 72 characters in the imperative, then, if it helps, an empty line and a short body that says why. Do not use any tool.";

/** A setting of the wrong type counts as empty. */
function textOf(settings: vscode.WorkspaceConfiguration, name: string): string {
  const value = settings.get<unknown>(name);
  return typeof value === "string" ? value.trim() : "";
}
