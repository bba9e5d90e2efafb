// All inline chats of this window. Those with a session are back after a reload.
import * as vscode from "vscode";
import { INLINE_CHATS_MAX } from "../../limits.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { attempt } from "../report.ts";
import { answerQuestion } from "../questions/answer-question.ts";
import { InlineChat } from "./inline-chat.ts";
import { toAskedRange } from "./inline-prompt.ts";
import { replaceAsked } from "./replace-asked.ts";
import { INLINE_KEY, type StoredInlineChat } from "./stored-inline-chats.ts";
import { showError, showInformation } from "../notices/notices.ts";

export class InlineChats implements vscode.Disposable {
  readonly #window: ParleyWindow;
  readonly #controller: vscode.CommentController;
  readonly #chats = new Set<InlineChat>();
  readonly #clicks: vscode.Disposable;

  constructor(window: ParleyWindow) {
    this.#window = window;
    this.#controller = vscode.comments.createCommentController("acp.inline", "Parley");
    this.#controller.options = {
      prompt: vscode.l10n.t("Ask a follow-up question"),
      placeHolder: vscode.l10n.t("Ask for an explanation or a change. Ctrl+Enter sends."),
    };
    this.#clicks = vscode.window.onDidChangeTextEditorSelection(({ kind, textEditor }) => {
      if (kind !== vscode.TextEditorSelectionChangeKind.Mouse) return;
      const uri = textEditor.document.uri.toString();
      for (const chat of this.#chats) if (chat.thread.uri.toString() === uri) chat.leaveComments();
    });
    for (const stored of window.context.workspaceState.get<readonly StoredInlineChat[]>(INLINE_KEY) ?? []) {
      this.#restore(stored);
    }
  }

  /** A zone at the selection of the editor in front, ready for a question. */
  open(): void {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) {
      void showInformation(vscode.l10n.t("Open a file and select what to ask about."));
      return;
    }
    this.#makeRoom();
    const { document } = editor;
    const range = toAskedRange(document, editor.selection);
    this.#add(document.uri, range, document.getText(range)).write();
  }

  /** A reply, or the comment in which the first question was written. */
  async ask(given: unknown): Promise<void> {
    const chat = this.#of(given);
    const text = textOf(given).trim();
    if (chat === undefined || text === "") return;
    if (this.#window.isRestricted) {
      void showError(vscode.l10n.t("This folder is not trusted, so nothing is sent to an agent."));
      return;
    }
    await chat.ask(text);
  }

  async stop(given: unknown): Promise<void> {
    await attempt(this.#window, vscode.l10n.t("Could not stop the turn"), async () => this.#of(given)?.stop());
  }

  async answer(given: unknown): Promise<void> {
    const id = this.#of(given)?.sessionId;
    const asked = id === undefined ? [] : this.#window.questions.ofSession(id);
    const open = asked.find(({ over }) => over === undefined);
    if (open !== undefined) await answerQuestion(this.#window, open.interaction);
  }

  async review(given: unknown, command: "acp.keepAll" | "acp.undoAll"): Promise<void> {
    const id = this.#of(given)?.sessionId;
    if (id !== undefined) await vscode.commands.executeCommand(command, id);
  }

  async replace(given: unknown): Promise<void> {
    const chat = this.#of(given);
    if (chat?.code === undefined) return;
    await replaceAsked(chat.thread, chat.asked, chat.code);
  }

  async showInChat(given: unknown): Promise<void> {
    const id = this.#of(given)?.sessionId;
    if (id !== undefined) await vscode.commands.executeCommand("acp.openSession", id);
  }

  /** Its turn is stopped; the session stays in the list. */
  async close(given: unknown): Promise<void> {
    const chat = this.#of(given);
    if (chat === undefined) return;
    this.#remove(chat);
    await chat.stop().catch(() => undefined); // It was over already, or the server is gone.
  }

  dispose(): void {
    for (const chat of this.#chats) chat.dispose();
    this.#clicks.dispose();
    this.#controller.dispose();
  }

  /** Menus give the thread, or (from the keyboard) nothing: then the chat of the editor in front is meant. */
  #of(given: unknown): InlineChat | undefined {
    const thread = typeof given === "object" && given !== null && "thread" in given ? given.thread : given;
    const known = [...this.#chats].find((chat) => chat.thread === thread || chat.has(given));
    if (known !== undefined || thread !== undefined) return known;
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    return [...this.#chats].findLast((chat) => chat.thread.uri.toString() === uri);
  }

  #add(uri: vscode.Uri, range: vscode.Range, asked: string): InlineChat {
    const openZone = (place: vscode.Range): vscode.CommentThread => this.#openZone(uri, place);
    const chat = new InlineChat(this.#window, { openZone, range, asked }, () => this.#store());
    this.#chats.add(chat);
    return chat;
  }

  #openZone(uri: vscode.Uri, range: vscode.Range): vscode.CommentThread {
    const thread = this.#controller.createCommentThread(uri, range, []);
    // The editor opens its list of comments for those that are not resolved.
    thread.state = vscode.CommentThreadState.Resolved;
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    return thread;
  }

  #remove(chat: InlineChat): void {
    this.#chats.delete(chat);
    chat.dispose();
    this.#store();
  }

  #makeRoom(): void {
    const [oldest] = this.#chats;
    if (this.#chats.size >= INLINE_CHATS_MAX && oldest !== undefined) this.#remove(oldest);
  }

  #restore({ uri, start, end, asked, sessionId }: StoredInlineChat): void {
    const range = new vscode.Range(start, 0, end, Number.MAX_SAFE_INTEGER);
    this.#add(vscode.Uri.parse(uri), range, asked).follow(sessionId);
  }

  #store(): void {
    const stored = [...this.#chats].flatMap(({ thread: { uri, range }, asked, sessionId }): StoredInlineChat[] => {
      if (sessionId === undefined || range === undefined) return [];
      return [{ uri: uri.toString(), start: range.start.line, end: range.end.line, asked, sessionId }];
    });
    void this.#window.context.workspaceState.update(INLINE_KEY, stored);
  }
}

function textOf(given: unknown): string {
  const { text, body } = given as Partial<vscode.CommentReply & vscode.Comment>;
  return text ?? (typeof body === "object" ? body.value : (body ?? ""));
}
