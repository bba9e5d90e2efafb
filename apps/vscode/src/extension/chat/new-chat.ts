// A chat that has no session yet: who will answer, and in which folder. The session begins with the first prompt.
import { ParleyError } from "@parley/base";
import type { Picker } from "@parley/chat-ui";
import type { ContentBlock } from "@parley/acp";
import * as vscode from "vscode";
import { customProfile, offeredProfiles, toProfileOption } from "../agents/profiles.ts";
import type { ParleyWindow } from "../parley-window.ts";

const AGENT_KEY = "acp.lastAgent";

export class NewChat {
  readonly #window: ParleyWindow;
  readonly #listeners = new Set<() => void>();
  #folder: string | undefined;
  #agent: string | undefined;

  constructor(window: ParleyWindow) {
    this.#window = window;
  }

  /** The one chosen here, that of the settings or the one chosen last, as long as it can be used; else the server's default. */
  get agent(): string | undefined {
    const { context, defaultAgent } = this.#window;
    const wanted = [this.#agent, customProfile(this.#window), context.globalState.get<string>(AGENT_KEY)];
    const offered = this.#agents.map(({ value }) => value);
    return wanted.find((one) => one !== undefined && offered.includes(one)) ?? defaultAgent.name;
  }

  get folder(): string | undefined {
    return this.#folder ?? vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  }

  get pickers(): readonly Picker[] {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const { agent } = this;
    return [
      ...(agent === undefined
        ? []
        : [{ id: "agent", name: vscode.l10n.t("Agent"), value: agent, options: this.#agents }]),
      ...(folders.length < 2
        ? []
        : [
            {
              id: "folder",
              name: vscode.l10n.t("Folder"),
              value: this.folder ?? "",
              options: folders.map(toFolderOption),
            },
          ]),
    ];
  }

  /** Those of the settings first. */
  get #agents(): Picker["options"] {
    const { agents } = this.#window;
    return [...offeredProfiles(this.#window).map(toProfileOption), ...agents.usable.map(toAgentOption)];
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async choose(pickerId: string, value: string): Promise<void> {
    if (pickerId === "folder") this.#folder = value;
    else if (pickerId === "agent") {
      this.#agent = value;
      await this.#window.context.globalState.update(AGENT_KEY, value);
    }
    for (const listener of this.#listeners) listener();
  }

  /** Creates the session and sends its first prompt. Returns its id. */
  async begin(prompt: readonly ContentBlock[], idempotencyKey: string): Promise<string> {
    const { remote, sessions } = this.#window;
    const folder = this.folder ?? (await askForFolder());
    const others = (vscode.workspace.workspaceFolders ?? [])
      .map(({ uri }) => uri.fsPath)
      .filter((one) => one !== folder);
    const { setUpSession } = await import("../agents/session-setup.ts");
    const setup = await setUpSession(this.#window, this.agent, folder);
    const session = await remote.request(
      "sessions/create",
      {
        working_dir: folder,
        ...setup.params,
        ...(others.length > 0 && { additional_folders: others }),
      },
      { idempotencyKey },
    );
    sessions.add(session);
    await setup.created(session.id);
    // Before the prompt: its agent starts with the files and tools of the windows that follow the session.
    this.#window.chats.followed.open(session.id);
    await remote.prompt(session.id, prompt, { idempotencyKey });
    return session.id;
  }
}

/** In an empty window. */
async function askForFolder(): Promise<string> {
  const picked = await vscode.window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    canSelectMany: false,
    openLabel: vscode.l10n.t("Work Here"),
    title: vscode.l10n.t("Folder for the agent to work in"),
  });
  const folder = picked?.[0];
  if (folder !== undefined) return folder.fsPath;
  throw new ParleyError({ code: "usage", message: vscode.l10n.t("Choose a folder for the agent first") });
}

function toAgentOption({ name, title }: { readonly name: string; readonly title: string }): Picker["options"][number] {
  return { value: name, label: title };
}

function toFolderOption({ name, uri }: vscode.WorkspaceFolder): Picker["options"][number] {
  return { value: uri.fsPath, label: name };
}
