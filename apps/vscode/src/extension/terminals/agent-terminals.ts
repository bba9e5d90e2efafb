// Shows the commands that run for the agents of followed sessions, in the editor's list of terminals. None takes the focus.
import type { AppliedEvent } from "@parley/chat-model";
import type { RemoteTerminal } from "@parley/remote";
import * as vscode from "vscode";
import { ENDED_TERMINALS_MAX } from "../../limits.ts";
import type { FollowedSession, SessionReader } from "../chat/followed-session.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { AgentTerminal } from "./agent-terminal.ts";
import { titleOf } from "./terminal-text.ts";

type ListedTerminal = Pick<RemoteTerminal, "id" | "command" | "is_running">;

interface Shown {
  readonly terminal: vscode.Terminal;
  readonly pty: AgentTerminal;
  isEnded: boolean;
}

export class AgentTerminals implements vscode.Disposable {
  readonly #window: ParleyWindow;
  readonly #readers = new Map<string, { readonly session: FollowedSession; readonly reader: SessionReader }>();
  /** By session and terminal. */
  readonly #shown = new Map<string, Shown>();
  /** A person closed them. */
  readonly #hidden = new Set<string>();
  readonly #stops: vscode.Disposable;

  constructor(window: ParleyWindow) {
    this.#window = window;
    const stop = window.chats.followed.subscribe(() => this.#update());
    this.#stops = vscode.Disposable.from(
      { dispose: stop },
      vscode.window.onDidCloseTerminal((terminal) => this.#closed(terminal)),
    );
    this.#update();
  }

  /** Also one that a person closed, or whose command has ended. */
  show(sessionId: string, listed: ListedTerminal): void {
    const key = keyOf(sessionId, listed.id);
    this.#hidden.delete(key);
    (this.#shown.get(key) ?? this.#create(key, sessionId, listed)).terminal.show();
  }

  /** The command of the terminal that is in front. */
  get active(): AgentTerminal | undefined {
    const front = vscode.window.activeTerminal;
    return [...this.#shown.values()].find(({ terminal }) => terminal === front)?.pty;
  }

  dispose(): void {
    this.#stops.dispose();
    for (const { session, reader } of this.#readers.values()) session.remove(reader);
    for (const { terminal } of this.#shown.values()) terminal.dispose();
  }

  #update(): void {
    const { followed } = this.#window.chats;
    for (const id of followed.ids) {
      const session = followed.get(id);
      if (session === undefined || this.#readers.get(id)?.session === session) continue;
      const reader = this.#createReader(id);
      this.#readers.set(id, { session, reader });
      session.watch(reader);
      void this.#list(id);
    }
    for (const id of this.#readers.keys()) if (!followed.ids.includes(id)) this.#readers.delete(id);
  }

  #createReader(id: string): SessionReader {
    return {
      reopened: () => undefined,
      untilReady: () => undefined,
      ended: () => undefined,
      batch: (applied: readonly AppliedEvent[]) => {
        const isStart = applied.some(({ event }) => event.type === "terminal" && event.command !== undefined);
        if (isStart) void this.#list(id);
      },
    };
  }

  /** Commands that are over before they can be shown stay in the chat only. */
  async #list(sessionId: string): Promise<void> {
    try {
      const { terminals } = await this.#window.remote.request("terminal/list", { id: sessionId });
      for (const listed of terminals) {
        const key = keyOf(sessionId, listed.id);
        if (listed.is_running && !this.#shown.has(key) && !this.#hidden.has(key)) this.#create(key, sessionId, listed);
      }
    } catch (error) {
      this.#window.log.warn(`The terminals of a session could not be listed: ${String(error)}`);
    }
  }

  #create(key: string, sessionId: string, listed: ListedTerminal): Shown {
    const pty = new AgentTerminal(this.#window.remote, sessionId, listed.id, () => this.#ended(key));
    const iconPath = new vscode.ThemeIcon("robot");
    const terminal = vscode.window.createTerminal({ name: titleOf(listed), pty, iconPath, isTransient: true });
    const shown = { terminal, pty, isEnded: !listed.is_running };
    this.#shown.set(key, shown);
    return shown;
  }

  #ended(key: string): void {
    const shown = this.#shown.get(key);
    if (shown !== undefined) shown.isEnded = true;
    const ended = [...this.#shown.values()].filter(
      ({ isEnded, terminal }) => isEnded && terminal !== vscode.window.activeTerminal,
    );
    for (const { terminal } of ended.slice(0, -ENDED_TERMINALS_MAX)) terminal.dispose();
  }

  #closed(terminal: vscode.Terminal): void {
    for (const [key, shown] of this.#shown) {
      if (shown.terminal !== terminal) continue;
      this.#shown.delete(key);
      this.#hidden.add(key);
    }
  }
}

function keyOf(sessionId: string, terminalId: string): string {
  return `${sessionId} ${terminalId}`;
}
