// The MCP servers of `.vscode/mcp.json`: agents get them once the person has agreed to this content of the file.
import { revealLine, truncate } from "@parley/base";
import * as vscode from "vscode";
import { FOLDER_FILE_BYTES_MAX, SERVER_CHARS_MAX } from "../../limits.ts";
import type { SettingServer } from "../settings/check-mcp-servers.ts";
import { showInformation } from "../notices/notices.ts";

/** By folder: the content that the person agreed to, or refused. */
const KEY = "acp.folderServers";

interface Answer {
  readonly text: string;
  readonly isAllowed: boolean;
}

export class FolderServers implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onChange: vscode.Event<void> = this.#changed.event;
  readonly #watcher: vscode.FileSystemWatcher;
  #servers: readonly SettingServer[] = [];
  #asking: string | undefined;

  constructor({ workspaceState }: vscode.ExtensionContext, log: vscode.LogOutputChannel) {
    this.#state = workspaceState;
    this.#log = log;
    this.#watcher = vscode.workspace.createFileSystemWatcher("**/.vscode/mcp.json");
    const read = (): void => void this.#read(false);
    for (const event of [this.#watcher.onDidCreate, this.#watcher.onDidChange, this.#watcher.onDidDelete]) event(read);
    read();
  }

  /** Those that the person has agreed to. */
  get servers(): readonly SettingServer[] {
    return this.#servers;
  }

  /** A session begins: if the file has servers that nothing is known about, the person is asked. */
  ask(): void {
    void this.#read(true);
  }

  dispose(): void {
    this.#changed.dispose();
    this.#watcher.dispose();
  }

  async #read(mayAsk: boolean): Promise<void> {
    if (!vscode.workspace.isTrusted) return;
    const found: SettingServer[] = [];
    for (const { uri } of vscode.workspace.workspaceFolders ?? []) found.push(...(await this.#readFolder(uri, mayAsk)));
    if (JSON.stringify(found) === JSON.stringify(this.#servers)) return;
    this.#servers = found;
    this.#changed.fire();
  }

  async #readFolder(folder: vscode.Uri, mayAsk: boolean): Promise<readonly SettingServer[]> {
    const text = await readText(vscode.Uri.joinPath(folder, ".vscode", "mcp.json"));
    if (text === undefined) return [];
    const { parseMcpFile } = await import("./parse-mcp-file.ts");
    const { value: servers, problems } = parseMcpFile(text, vscode.l10n);
    const key = folder.toString();
    const answer = this.#answers[key];
    if (answer?.text === text) return answer.isAllowed ? servers : [];
    if (!mayAsk) return [];
    for (const { message } of problems) this.#log.warn(message);
    if (servers.length === 0 || this.#asking === text) return [];
    this.#asking = text;
    // The session does not wait for the answer: it gets the servers when its turn has ended.
    void this.#askFor(key, text, servers).then(() => this.#read(false));
    return [];
  }

  async #askFor(key: string, text: string, servers: readonly SettingServer[]): Promise<void> {
    const names = servers.map(describeServer).join(", ");
    const allow = vscode.l10n.t("Give to Agents");
    const never = vscode.l10n.t("Not in This Folder");
    const message = vscode.l10n.t(
      "This folder has MCP servers in .vscode/mcp.json: {0}. Agents can use them if you agree.",
      names,
    );
    const picked = await showInformation(message, allow, never);
    this.#asking = undefined;
    if (picked === undefined) return;
    await this.#state.update(KEY, { ...this.#answers, [key]: { text, isAllowed: picked === allow } });
  }

  get #answers(): Readonly<Record<string, Answer>> {
    return this.#state.get<Readonly<Record<string, Answer>>>(KEY, {});
  }
}

/** What would run, or be connected to: a name says nothing about it. */
function describeServer(server: SettingServer): string {
  const what = "command" in server ? [server.command, ...server.args].join(" ") : "url" in server ? server.url : "";
  return `${revealLine(server.name)} (${truncate(revealLine(what), SERVER_CHARS_MAX)})`;
}

/** Undefined if there is none, or it is too large to be one. */
async function readText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    return bytes.length > FOLDER_FILE_BYTES_MAX ? undefined : new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}
