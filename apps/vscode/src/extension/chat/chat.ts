// One chat: the session that it shows, the messages to its view, and what a person wishes there.
import type { PlanEntry } from "@parley/acp";
import type { AppliedEvent } from "@parley/chat-model";
import type { Picker } from "@parley/chat-ui";
import type { FollowEnd } from "@parley/remote";
import { nextFrame } from "@parley/surface";
import * as vscode from "vscode";
import type { ChatState, MessageToView, StoredDraft } from "../../protocol/chat-protocol.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { ChatChannel, type OpenedChat, type Wish } from "./chat-channel.ts";
import { toShell } from "./chat-shell.ts";
import { changedFields, readChatState } from "./chat-state.ts";
import type { FollowedSession, SessionReader } from "./followed-session.ts";
import { NewChat } from "./new-chat.ts";
import { OpenSession } from "./open-session.ts";
import { splitSnapshot } from "./split-snapshot.ts";
import { toShownBatch } from "./to-shown-batch.ts";

const NO_PLAN: readonly PlanEntry[] = [];

export class Chat implements vscode.Disposable, SessionReader {
  readonly #window: ParleyWindow;
  readonly #stops: (() => void)[];
  readonly #changed = new vscode.EventEmitter<void>();
  /** It shows another session, or its session has another title, plan or option. */
  readonly onChange: vscode.Event<void> = this.#changed.event;
  /** What a chat without a session begins with. */
  readonly newChat: NewChat;
  #session: OpenSession | undefined;
  #channel: ChatChannel | undefined;
  #state: ChatState;
  #isAsked = false;
  #isVisible = true;
  /** Its view has not got what came of the history. */
  #isBehind = false;

  constructor(window: ParleyWindow, sessionId: string | undefined) {
    this.#window = window;
    this.newChat = new NewChat(window);
    this.#session = sessionId === undefined ? undefined : this.#open(sessionId);
    this.#state = readChatState(window, this);
    const update = (): void => this.update();
    const status = window.onStatus(update);
    const settings = vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("acp.ui")) update();
    });
    const checked = window.settings.onChange(update);
    const trust = vscode.workspace.onDidGrantWorkspaceTrust(update);
    this.#stops = [
      window.sessions.subscribe(update),
      window.questions.subscribe(update),
      window.agents.subscribe(update),
      window.defaultAgent.subscribe(update),
      this.newChat.subscribe(update),
      () => status.dispose(),
      () => trust.dispose(),
      () => settings.dispose(),
      () => checked.dispose(),
    ];
  }

  get sessionId(): string | undefined {
    return this.#session?.id;
  }

  get session(): OpenSession | undefined {
    return this.#session;
  }

  get followed(): FollowedSession | undefined {
    return this.#session?.followed;
  }

  get title(): string {
    return this.#state.session?.title ?? vscode.l10n.t("Chat");
  }

  /** What its view shows until it is ready. */
  get shell(): string {
    return toShell(this.#state, this.#window.chats.drafts.get(this.sessionId)?.text ?? "");
  }

  /** What can be chosen for its session, as far as it is known. */
  get pickers(): readonly Picker[] {
    return this.#state.pickers;
  }

  get plan(): readonly PlanEntry[] {
    return this.followed?.view.state.plan ?? NO_PLAN;
  }

  /** Everything that can be chosen: this starts the agent, if it does not run. */
  async loadPickers(): Promise<readonly Picker[]> {
    await this.#session?.choices.load();
    this.#state = readChatState(this.#window, this);
    return this.pickers;
  }

  async choose(pickerId: string, value: string): Promise<void> {
    await this.#fulfil({ sessionId: this.sessionId, name: "choose", args: [pickerId, value] });
  }

  /** A person can see it. */
  get isShown(): boolean {
    return this.#isVisible && this.#channel !== undefined;
  }

  /** Another session, or undefined for a new one. */
  show(sessionId: string | undefined): void {
    if (sessionId !== undefined && sessionId === this.sessionId && this.#session?.followed.end === undefined) return;
    this.#close();
    this.#session = sessionId === undefined ? undefined : this.#open(sessionId);
    this.#state = readChatState(this.#window, this);
    this.#channel?.reopen();
    this.#changed.fire();
  }

  attach(webview: vscode.Webview): void {
    this.detach();
    this.#isVisible = true;
    this.#channel = new ChatChannel(webview, {
      open: () => this.#opened(),
      fulfil: (wish) => this.#fulfil(wish),
      onDraft: (sessionId, draft) => this.#keepDraft(sessionId, draft),
    });
    this.#window.locator.need();
    this.#window.chats.activate(this);
    this.update();
  }

  /** Of the view; what is out of sight has no document, and gets the whole chat when it has one again. */
  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (isVisible) this.#window.chats.activate(this);
    else this.#channel?.hide();
    this.update();
  }

  /** The view is gone; the chat stays. */
  detach(): void {
    this.#channel?.dispose();
    this.#channel = undefined;
  }

  insert(what: Omit<Extract<MessageToView, { readonly type: "insert" }>, "type">): void {
    this.#channel?.send({ type: "insert", ...what });
  }

  /** As if a person had written it here. */
  async send(text: string): Promise<void> {
    await this.#fulfil({ sessionId: this.sessionId, name: "send", args: [[{ type: "text", text }]] });
  }

  focusInput(): void {
    this.#channel?.send({ type: "focusInput" });
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
    this.#close();
    this.detach();
    this.#changed.dispose();
  }

  reopened(): void {
    this.#channel?.reopen();
  }

  batch(applied: readonly AppliedEvent[], isMoreComing: boolean): void {
    this.#pass(applied, isMoreComing);
    const changes = applied.flatMap(({ patches }) =>
      patches.flatMap((patch) => (patch.type === "state_changed" ? [patch.changes] : [])),
    );
    if (this.#state.session?.isLoading !== this.followed?.isLoading) this.update();
    if (changes.length === 0) return;
    this.update();
    // Another surface may have chosen something.
    if (changes.some((one) => "modeId" in one || "configOptions" in one)) void this.#session?.choices.refresh();
    if (changes.some((one) => "plan" in one)) this.#changed.fire();
  }

  /** Of a history on its way, the view gets nothing before it can be drawn: then it gets the end first. */
  #pass(applied: readonly AppliedEvent[], isMoreComing: boolean): void {
    if (isMoreComing) this.#isBehind = true;
    else if (this.#isBehind) this.#channel?.reopen();
    else this.#channel?.patches(toShownBatch(applied), isMoreComing);
  }

  untilReady(): Promise<void> | undefined {
    return this.#channel?.untilReady;
  }

  ended(_end: FollowEnd): void {
    this.update();
  }

  /** What has changed goes to the view, once per frame. */
  update(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    nextFrame(() => {
      this.#isAsked = false;
      const before = this.#state;
      this.#markSeen();
      this.#state = readChatState(this.#window, this);
      const changes = changedFields(before, this.#state);
      if (changes === undefined) return;
      this.#channel?.send({ type: "state", changes });
      if ("session" in changes || "pickers" in changes) this.#changed.fire();
    });
  }

  /** What is in sight counts as read. */
  #markSeen(): void {
    const id = this.sessionId;
    const listed = id === undefined || !this.isShown ? undefined : this.#window.sessions.get(id);
    if (listed !== undefined) this.#window.seen.mark(listed.id, listed.last_seq);
  }

  #open(sessionId: string): OpenSession {
    const session = new OpenSession(this.#window, sessionId, () => this.update());
    session.followed.add(this);
    return session;
  }

  #close(): void {
    if (this.#session !== undefined) this.#leave(this.#session);
  }

  #leave(session: OpenSession): void {
    this.#window.chats.followed.leave(session.followed, this);
    session.close();
  }

  #opened(): OpenedChat {
    this.#isBehind = false;
    const snapshot = this.followed?.snapshot();
    this.#state = readChatState(this.#window, this);
    const draft = this.#window.chats.drafts.get(this.sessionId);
    const { end, earlier = [] } = snapshot === undefined ? {} : splitSnapshot(snapshot);
    return { message: { type: "opened", state: this.#state, snapshot: end, draft }, earlier };
  }

  #keepDraft(sessionId: string | undefined, draft: StoredDraft): void {
    this.#window.chats.drafts.keep(sessionId, draft);
  }

  /** In the chat where it was wished: this one may show another session by now. */
  async #fulfil({ sessionId, name, args }: Wish): Promise<unknown> {
    const window = this.#window;
    const isShown = sessionId === this.sessionId;
    const left = isShown || sessionId === undefined ? undefined : new OpenSession(window, sessionId, () => undefined);
    const session = isShown ? this.#session : left;
    try {
      // Loaded with the first wish: until then, everything counts that the editor loads at its start.
      const { fulfilWish } = await import("./chat-wishes.ts");
      return await fulfilWish({ window, chat: this, session }, name, args);
    } finally {
      if (left !== undefined) this.#leave(left);
    }
  }
}
