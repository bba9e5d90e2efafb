// One window of the editor: its connection to the server, what is kept up to date over it, and its chats.
import { connectServer, type CallTool, type Remote } from "@parley/remote";
import { AgentList, QuestionList, SessionList } from "@parley/surface";
import * as vscode from "vscode";
import { Brought } from "./agents/brought.ts";
import { DefaultAgent } from "./agents/default-agent.ts";
import { Chats } from "./chat/chats.ts";
import { createEditorFiles } from "./files/editor-files.ts";
import type { RealPath } from "./files/path-scope.ts";
import type { HostFacts } from "./host-facts.ts";
import { toLog } from "./log.ts";
import { Reviews } from "./review/reviews.ts";
import type { ServerFinder } from "./server/server-finder.ts";
import { ServerLocator } from "./server/server-locator.ts";
import { readServerStatus, type ServerStatus } from "./server/server-status.ts";
import { tokenKeyOf } from "./server/server-token.ts";
import { SeenSessions } from "./sessions/seen-sessions.ts";
import { FolderServers } from "./mcp/folder-servers.ts";
import { Secrets } from "./secrets/secrets.ts";
import { CheckedSettings } from "./settings/checked-settings.ts";
import { SessionSettings } from "./settings/session-settings.ts";
import { readServerSettings } from "./settings/settings.ts";
import { SURFACE } from "./surface.ts";

export class ParleyWindow implements vscode.Disposable {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  /** Undefined in a web host: it connects only to an address. */
  readonly finder: ServerFinder | undefined;
  readonly locator: ServerLocator;
  /** The only connection of this window. It outlives every restart of the server. */
  readonly remote: Remote;
  readonly sessions: SessionList;
  readonly questions: QuestionList;
  readonly agents: AgentList;
  readonly defaultAgent: DefaultAgent;
  readonly chats: Chats;
  /** What agents changed and what is still to review. */
  readonly reviews: Reviews;
  /** What the person has seen of each session. */
  readonly seen: SeenSessions;
  /** The settings that have to be checked. */
  readonly settings: CheckedSettings;
  readonly secrets: Secrets;
  readonly folderServers: FolderServers;
  /** What sessions of this window were begun with. */
  readonly brought: Brought;
  readonly sessionSettings: SessionSettings;
  readonly host: HostFacts;
  readonly toRealPath: RealPath;
  readonly #changed = new vscode.EventEmitter<ServerStatus>();
  /** The server's status, whenever it changes. */
  readonly onStatus: vscode.Event<ServerStatus> = this.#changed.event;

  constructor(
    context: vscode.ExtensionContext,
    finder: ServerFinder | undefined,
    toRealPath: RealPath = (path) => Promise.resolve(path),
    host: HostFacts = {},
  ) {
    this.context = context;
    this.finder = finder;
    this.host = host;
    this.toRealPath = toRealPath;
    this.settings = new CheckedSettings();
    this.secrets = new Secrets(context);
    this.brought = new Brought(context.workspaceState);
    this.log = vscode.window.createOutputChannel("Parley", { log: true });
    this.folderServers = new FolderServers(context, this.log);
    this.locator = new ServerLocator({
      finder,
      settings: readServerSettings,
      tokenFor: async (url) => context.secrets.get(tokenKeyOf(url)),
      mayStart: () => vscode.workspace.isTrusted,
    });
    const files = createEditorFiles(toRealPath);
    const callTool: CallTool = async (call, signal) =>
      (await import("./tools/run-tool.ts")).callTool(this, call, signal);
    const options = { client: { name: SURFACE }, files, callTool, log: toLog(this.log) };
    this.remote = connectServer({ locate: () => this.locator.locate() }, options);
    this.sessions = new SessionList(this.remote);
    this.questions = new QuestionList(this.remote);
    this.agents = new AgentList(this.remote);
    this.defaultAgent = new DefaultAgent(this.remote);
    this.seen = new SeenSessions(context.globalState);
    this.chats = new Chats(this);
    this.sessionSettings = new SessionSettings(this);
    this.reviews = new Reviews(this);
    const tell = (): void => this.#changed.fire(this.status);
    this.remote.onState(tell);
    this.locator.onChange(tell);
  }

  get status(): ServerStatus {
    return readServerStatus(this.remote, this.locator);
  }

  /** False in a web host, and where the person chose the server. */
  get canStart(): boolean {
    return this.finder !== undefined && readServerSettings().url === "";
  }

  /** In a folder that is not trusted, the window looks on: it starts nothing and sends no prompt. */
  get isRestricted(): boolean {
    return !vscode.workspace.isTrusted;
  }

  dispose(): void {
    this.sessionSettings.dispose();
    this.settings.dispose();
    this.folderServers.dispose();
    this.reviews.dispose();
    this.chats.dispose();
    this.#changed.dispose();
    this.log.dispose();
    void this.remote.close();
  }
}
