// One inline chat: a comment zone at a place of a document, and the session behind it. The zone shows what the log of the
// session says, so that it is there again after a reload, and shows what other surfaces do in the session.
import * as vscode from "vscode";
import { EMPTIED_MS, INLINE_DRAW_MS } from "../../limits.ts";
import type { FollowedSession, SessionReader } from "../chat/followed-session.ts";
import { NewChat } from "../chat/new-chat.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { toInlinePrompt } from "./inline-prompt.ts";
import { findCode, toInlineComments, type InlineComment } from "./inline-text.ts";

export type OpenZone = (range: vscode.Range) => vscode.CommentThread;

export interface InlinePlace {
  readonly openZone: OpenZone;
  readonly range: vscode.Range;
  /** The text that is asked about. */
  readonly asked: string;
}

export class InlineChat implements SessionReader, vscode.Disposable {
  /** The text that was asked about. */
  readonly asked: string;
  readonly #window: ParleyWindow;
  readonly #openZone: OpenZone;
  readonly #onSession: () => void;
  readonly #stops: (() => void)[];
  readonly #shown: vscode.Comment[] = [];
  #thread: vscode.CommentThread;
  #session: FollowedSession | undefined;
  #comments: readonly InlineComment[] = [];
  /** What the zone shows, to draw only what is new. */
  #drawn = "";
  #failure: string | undefined;
  #isStarting = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The zone shows nothing for a moment. */
  #emptied: ReturnType<typeof setTimeout> | undefined;

  constructor(window: ParleyWindow, place: InlinePlace, onSession: () => void) {
    const { openZone, range, asked } = place;
    this.#window = window;
    this.#openZone = openZone;
    this.#thread = openZone(range);
    this.asked = asked;
    this.#onSession = onSession;
    const draw = (): void => this.#drawSoon();
    const subscriptions = [window.onStatus(draw), window.reviews.onChange(draw)];
    this.#stops = [
      window.sessions.subscribe(draw),
      window.questions.subscribe(draw),
      window.agents.subscribe(draw),
      () => subscriptions.forEach((one) => one.dispose()),
    ];
    this.draw();
  }

  get thread(): vscode.CommentThread {
    return this.#thread;
  }

  /** The first question is written in a comment that is being edited: only those take the focus. */
  write(): void {
    const author = { name: vscode.l10n.t("You") };
    const question: vscode.Comment = { author, body: "", mode: vscode.CommentMode.Preview };
    this.#shown.push(question);
    this.thread.canReply = false;
    this.thread.comments = [question];
    question.mode = vscode.CommentMode.Editing;
    this.thread.comments = [question];
  }

  has(comment: unknown): boolean {
    return this.#shown.some((one) => one === comment);
  }

  get sessionId(): string | undefined {
    return this.#session?.sessionId;
  }

  get code(): string | undefined {
    return findCode(this.#comments);
  }

  /** Shows a session that exists. */
  follow(sessionId: string): void {
    this.#session = this.#window.chats.followed.open(sessionId);
    this.#session.add(this);
    this.draw();
    this.#onSession();
  }

  /** The first question begins the session; the others follow in it, and wait for a turn that runs. */
  async ask(text: string): Promise<void> {
    const { remote, locator } = this.#window;
    this.#failure = undefined;
    this.thread.canReply = true;
    locator.need();
    try {
      if (this.sessionId !== undefined) await remote.prompt(this.sessionId, [{ type: "text", text }]);
      else await this.#begin(text);
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
    }
    this.draw();
  }

  async stop(): Promise<void> {
    if (this.sessionId !== undefined) await this.#window.remote.request("sessions/cancel", { id: this.sessionId });
  }

  reopened(): void {
    this.draw();
  }

  batch(): void {
    this.#drawSoon();
  }

  untilReady(): undefined {
    return undefined;
  }

  ended(): void {
    this.draw();
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
    clearTimeout(this.#timer);
    clearTimeout(this.#emptied);
    if (this.#session !== undefined) this.#window.chats.followed.leave(this.#session, this);
    this.thread.dispose();
  }

  async #begin(text: string): Promise<void> {
    if (this.#isStarting) throw new Error(vscode.l10n.t("The first question is still on its way."));
    this.#isStarting = true;
    this.#comments = [{ isPerson: true, text }];
    this.#leaveInput();
    this.draw();
    try {
      const { uri, range = new vscode.Range(0, 0, 0, 0) } = this.thread;
      const document = await vscode.workspace.openTextDocument(uri);
      const begun = new NewChat(this.#window);
      const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
      if (folder !== undefined) await begun.choose("folder", folder);
      this.follow(await begun.begin(toInlinePrompt(text, document, range), crypto.randomUUID()));
    } finally {
      this.#isStarting = false;
    }
  }

  /** With every change of its zone, the editor gives the focus back to a comment that was written in it: the answer has a new zone. */
  #leaveInput(): void {
    const written = this.#thread;
    this.#thread = this.#openZone(written.range ?? new vscode.Range(0, 0, 0, 0));
    this.#shown.length = 0;
    written.dispose();
    void vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
  }

  /**
   * A person clicked into the text. The editor would give the focus back to a comment that was clicked before, with every
   * change of the zone, and forgets that comment only when the zone is empty. No event says whether one was clicked.
   */
  leaveComments(): void {
    if (this.#session?.view.state.running !== true || this.#isWriting || this.#emptied !== undefined) return;
    this.#thread.comments = [];
    this.#drawn = "";
    this.#emptied = setTimeout(() => {
      this.#emptied = undefined;
      this.draw();
    }, EMPTIED_MS);
  }

  #drawSoon(): void {
    this.#timer ??= setTimeout(() => this.draw(), INLINE_DRAW_MS);
  }

  /** The zone as the session is now. */
  draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { sessions, agents, chats } = this.#window;
    const listed = this.sessionId === undefined ? undefined : sessions.get(this.sessionId);
    const items = this.#session?.view.items.map(({ item }) => item) ?? [];
    // Until the log has arrived, the question stays.
    if (items.length > 0) this.#comments = toInlineComments(items, listed?.working_dir, vscode.l10n);
    const agent = listed?.agent ?? chats.side.newChat.agent;
    const title = agent === undefined ? vscode.l10n.t("Agent") : agents.titleOf(agent);
    const state = this.#state();
    const label = `${title}: ${state.words}`;
    const flags = [
      ...state.flags,
      ...(this.#openFiles > 0 ? ["review"] : []),
      ...(this.code === undefined ? [] : ["code"]),
    ].join(" ");
    // Set only when it is different: the editor draws the zone again each time.
    if (this.thread.label !== label) this.thread.label = label;
    if (this.thread.contextValue !== flags) this.thread.contextValue = flags;
    this.#drawComments(title);
  }

  /** Comments that stay are the same objects, so that the editor draws only what is new. */
  #drawComments(agent: string): void {
    const now = JSON.stringify([agent, this.#comments]);
    if (this.#isWriting || this.#emptied !== undefined || now === this.#drawn) return;
    this.#drawn = now;
    this.#shown.length = Math.min(this.#shown.length, this.#comments.length);
    for (const [index, { isPerson, text }] of this.#comments.entries()) {
      // Neither trusted nor HTML: no command and no script of an agent is run.
      const body = isPerson ? new vscode.MarkdownString().appendText(text) : new vscode.MarkdownString(text);
      const author = { name: isPerson ? vscode.l10n.t("You") : agent };
      const known = this.#shown[index];
      if (known === undefined) this.#shown[index] = { author, body, mode: vscode.CommentMode.Preview };
      else Object.assign(known, { author, body, mode: vscode.CommentMode.Preview });
    }
    this.thread.comments = [...this.#shown];
  }

  /** What a person writes is not drawn over. */
  get #isWriting(): boolean {
    return this.#comments.length === 0 && this.#shown[0]?.mode === vscode.CommentMode.Editing;
  }

  get #openFiles(): number {
    return this.#window.reviews.open.filter(({ sessionId }) => sessionId === this.sessionId).length;
  }

  #state(): { readonly words: string; readonly flags: readonly string[] } {
    const { status, questions } = this.#window;
    if (this.#failure !== undefined) return { words: this.#failure, flags: ["failed"] };
    if (this.#isStarting) return { words: vscode.l10n.t("starting…"), flags: ["starting"] };
    if (this.#session === undefined)
      return { words: vscode.l10n.t("ask about these lines (Ctrl+Enter sends)"), flags: ["new"] };
    if (this.#session.end !== undefined) return { words: vscode.l10n.t("the session is gone"), flags: ["failed"] };
    if (status.kind !== "connected") {
      return { words: vscode.l10n.t("not connected to the Parley server"), flags: ["offline"] };
    }
    const id = this.#session.sessionId;
    if (questions.ofSession(id).some(({ over }) => over === undefined)) {
      return { words: vscode.l10n.t("needs your answer"), flags: ["running", "asking"] };
    }
    const { view } = this.#session;
    if (view.state.running) return { words: vscode.l10n.t("working…"), flags: ["running"] };
    const files = this.#openFiles;
    if (view.status === "failed") return { words: vscode.l10n.t("failed"), flags: ["failed"] };
    if (files === 0) return { words: vscode.l10n.t("done"), flags: ["idle"] };
    const one = vscode.l10n.t("1 changed file to review");
    return { words: files === 1 ? one : vscode.l10n.t("{0} changed files to review", files), flags: ["idle"] };
  }
}
