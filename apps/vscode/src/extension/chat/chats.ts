// All chats of this window: the one in the side bar, and those in editor tabs.
import * as vscode from "vscode";
import type { ParleyWindow } from "../parley-window.ts";
import { Chat } from "./chat.ts";
import { Drafts } from "./drafts.ts";
import { FollowedSessions } from "./followed-sessions.ts";
import { HeldSessions } from "./held-sessions.ts";
import { readSessionSettings } from "../settings/settings.ts";

/** The session that the side bar showed last in this workspace. */
const SESSION_KEY = "acp.session";

export class Chats implements vscode.Disposable {
  readonly drafts: Drafts;
  readonly followed: FollowedSessions;
  readonly #window: ParleyWindow;
  readonly #held: HeldSessions;
  readonly #tabs = new Set<Chat>();
  #side: Chat | undefined;
  #active: Chat | undefined;
  #listening: vscode.Disposable | undefined;
  readonly #activeChanged = new vscode.EventEmitter<void>();
  /** Another chat is in front, or it shows something else. */
  readonly onActive: vscode.Event<void> = this.#activeChanged.event;

  constructor(window: ParleyWindow) {
    this.#window = window;
    this.drafts = new Drafts(window.context.workspaceState);
    this.followed = new FollowedSessions(window.remote);
    this.#held = new HeldSessions(window.context.workspaceState, this.followed);
  }

  /** The chat in the side bar, which shows the session that it showed last. */
  get side(): Chat {
    if (this.#side !== undefined) return this.#side;
    const { workspaceState } = this.#window.context;
    const { autoResumeLastSession: isResumed } = readSessionSettings();
    const side = new Chat(this.#window, isResumed ? workspaceState.get<string>(SESSION_KEY) : undefined);
    side.onChange(() => void workspaceState.update(SESSION_KEY, side.sessionId));
    this.#side = side;
    return side;
  }

  /** Chats that a person sees. */
  get shown(): readonly Chat[] {
    return [...(this.#side === undefined ? [] : [this.#side]), ...this.#tabs].filter(({ isShown }) => isShown);
  }

  /** Whether a chat of this window has the session, in sight or not. */
  hasShown(sessionId: string | undefined): boolean {
    return [this.#side, ...this.#tabs].some((chat) => chat !== undefined && chat.sessionId === sessionId);
  }

  /** It is deleted when this window and every other client have left it. */
  async hold(sessionId: string): Promise<void> {
    await this.#held.hold(sessionId);
  }

  /** The one that came in sight last. Undefined before any did. */
  get active(): Chat | undefined {
    return this.#active;
  }

  activate(chat: Chat | undefined): void {
    if (chat === this.#active) return;
    this.#listening?.dispose();
    this.#active = chat;
    this.#listening = chat?.onChange(() => this.#activeChanged.fire());
    this.#activeChanged.fire();
  }

  addTab(sessionId: string | undefined): Chat {
    const chat = new Chat(this.#window, sessionId);
    this.#tabs.add(chat);
    return chat;
  }

  removeTab(chat: Chat): void {
    this.#tabs.delete(chat);
    if (chat === this.#active) this.activate(this.#side);
    chat.dispose();
  }

  dispose(): void {
    this.drafts.store();
    this.#listening?.dispose();
    this.#activeChanged.dispose();
    this.#side?.dispose();
    for (const tab of this.#tabs) tab.dispose();
    this.followed.close();
  }
}
