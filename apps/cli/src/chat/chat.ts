// The chat: turns keys into prompts and commands, and shows everything that happens on the screen.
import type { SessionInfo } from "@parley/home/session-log";
import { ParleyError } from "@parley/base";
import { createRecap, type Severity } from "@parley/chat-model";
import type { TurnResult } from "../conversation/conversation.ts";
import { describeError } from "../describe-error.ts";
import { loadHighlighter } from "../terminal/highlight/highlighter.ts";
import type { Theme } from "../terminal/theme.ts";
import type { LiveRegion } from "../terminal/screen.ts";
import type { ChatHost, OpenSession } from "./chat-host.ts";
import { createChatLog } from "./chat-log.ts";
import type { ChatSession } from "./chat-session.ts";
import type { ChatOptions } from "./chat-options.ts";
import type { ChatActions } from "./commands/command.ts";
import { listCommands } from "./commands/table.ts";
import { composeLive } from "./compose.ts";
import { drawHeader, toHeader } from "./draw/header.ts";
import { PROMPT_COLUMNS } from "./draw/input.ts";
import { KeyboardFocus } from "./keyboard-focus.ts";
import { InputBox } from "./input-box.ts";
import { Keyboard } from "./keyboard.ts";
import { confirmLeave } from "./confirm-leave.ts";
import { ExitConfirmation } from "./exit-confirmation.ts";
import { BELL_AFTER_MS, CLIPBOARD_BYTES_MAX } from "../limits.ts";
import { OpenSessions } from "./open-sessions.ts";
import type { PickerItem } from "./panels/picker-panel.ts";
import { Questions } from "./questions.ts";
import { toTurnLimits } from "../client/turn-limits.ts";
import { signIn, type SignInActions, type SignInOutcome } from "./sign-in.ts";
import type { TerminalBlock } from "./terminal-block.ts";
import type { TerminalScreen, ScreenHandlers } from "./terminal-screen.ts";
import { toBlocks } from "./to-blocks.ts";
import { WorkspaceFileList } from "./workspace-file-list.ts";

export class Chat implements ChatActions {
  readonly #options: ChatOptions;
  readonly #screen: TerminalScreen;
  readonly #questions: Questions;
  readonly #focus: KeyboardFocus;
  readonly #exitConfirmation = new ExitConfirmation(() => this.#screen.paintSoon());
  readonly #keyboard: Keyboard;
  readonly #files: WorkspaceFileList;
  readonly #sessions: OpenSessions;
  readonly #input: InputBox;
  #doing: { readonly text: string; readonly startedAt: number } | undefined;
  /** Prompts that were submitted before the session was open. */
  #early: string[] = [];
  #isLeaving = false;
  #end: (outcome: { readonly code: number } | { readonly error: unknown }) => void = () => undefined;

  constructor(options: ChatOptions, createScreen: (handlers: ScreenHandlers) => TerminalScreen) {
    const { context, history, host } = options;
    this.#options = options;
    this.#screen = createScreen({
      onKey: (key) => this.#keyboard.key(key),
      onLine: (text) => this.#keyboard.line(text),
      panel: () => this.#focus.panel,
      isIdle: () => this.session !== undefined && !this.#isBusy(),
      onEnd: (signal) => this.#end({ code: signal === "SIGTERM" ? 143 : 129 }),
      compose: (theme, rows) => this.#compose(theme, rows),
      isMoving: () => this.#isBusy() && !this.#focus.isAsked,
    });
    this.#questions = new Questions({
      onChange: () => this.#questionChanged(),
      cancelTurn: () => void this.attempt(() => this.view.cancel()),
      workspace: () => this.cwd,
      isNumbered: () => this.#screen.isNumbered,
      agentTitle: () => host.agent.title,
      print: (draw) => this.print({ type: "drawn", draw }),
    });
    this.#focus = new KeyboardFocus(this.#questions, () => this.#screen.paintSoon());
    const log = createChatLog(context.settings.logLevel, (block) => this.print(block));
    this.#files = new WorkspaceFileList(context.cwd, log, () => {
      this.#input.refresh();
      this.#screen.paintSoon();
    });
    this.#input = new InputBox({
      history,
      files: this.#files,
      columns: () => this.#screen.theme.columns - PROMPT_COLUMNS,
      commands: () => listCommands(this),
      hasQueued: () => this.view.queued.length > 0,
    });
    this.#keyboard = new Keyboard({
      actions: this,
      front: this.#focus,
      input: this.#input,
      exitConfirmation: this.#exitConfirmation,
    });
    this.#sessions = new OpenSessions(host, {
      name: options.name,
      scrollback: this.#screen.scrollback,
      viewEvents: {
        onChange: () => {
          this.#leaveIfOver();
          this.#screen.paintSoon();
        },
        onTurnEnd: (result, text) => this.#turnEnded(result, text),
      },
      signIn: (error) => this.#signInFor(error),
      onOpen: (session, from) => this.#opened(session, from),
    });
    host.listen({ onChange: () => this.#screen.paintSoon(), print: (block) => this.print(block) });
    options.actions.arrive(this.#questions, log);
  }

  /** Resolves with the exit code; throws if the chat could not start. `onLeft`: the terminal has been restored. */
  async run(onLeft: (session: OpenSession | undefined) => void): Promise<number> {
    const over = new Promise<{ readonly code: number } | { readonly error: unknown }>((resolve) => {
      this.#end = resolve;
    });
    this.#screen.open();
    void this.#begin();
    const outcome = await over;
    this.#exitConfirmation.disarm();
    this.#files.close();
    this.#screen.close();
    if ("code" in outcome) onLeft(this.session);
    this.#questions.close();
    this.#sessions.close();
    await Promise.all([this.host.close(), this.#options.history.flushed()]);
    if ("error" in outcome) throw outcome.error;
    return outcome.code;
  }

  get host(): ChatHost {
    return this.#options.host;
  }

  get view(): ChatSession {
    return this.#sessions.view;
  }

  get session(): OpenSession | undefined {
    return this.view.session;
  }

  get cwd(): string {
    return this.session?.cwd ?? this.#options.context.cwd;
  }

  print(block: TerminalBlock): void {
    this.#screen.print(block);
  }

  note(severity: Severity, text: string, detail?: string): void {
    this.print({ type: "note", severity, text, detail });
  }

  async pick(title: string, items: readonly PickerItem[], current?: string): Promise<string | undefined> {
    return this.#focus.pick({ title, items, current, isNumbered: this.#screen.isNumbered });
  }

  async during<T>(text: string, work: () => Promise<T>): Promise<T> {
    const doing = { text, startedAt: Date.now() };
    this.#doing = doing;
    this.#screen.paintSoon();
    try {
      return await work();
    } finally {
      if (this.#doing === doing) this.#doing = undefined;
      this.#screen.paintSoon();
    }
  }

  async begin(): Promise<void> {
    if (this.#isTurnInTheWay()) return;
    await this.during("Opening a session", () => this.#sessions.begin());
  }

  async resume(info: SessionInfo): Promise<void> {
    if (this.#isTurnInTheWay()) return;
    await this.during("Resuming the session", () => this.#sessions.resume(info));
  }

  async fork(): Promise<void> {
    await this.during("Forking the session", () => this.#sessions.fork());
  }

  async signIn(): Promise<void> {
    const outcome = await signIn(this.#signInActions());
    this.note("info", outcome === "done" ? "Signed in." : "Not signed in.");
  }

  toggleDetails(): void {
    this.#screen.scrollback.toggleOpen();
    this.#screen.paintSoon();
  }

  clearScreen(): void {
    this.#screen.clear();
  }

  copy(text: string): boolean {
    const base64 = Buffer.from(text, "utf8").toString("base64");
    if (base64.length > CLIPBOARD_BYTES_MAX) return false;
    this.#screen.tell(`\u001b]52;c;${base64}\u0007`);
    return true;
  }

  edit(text: string): void {
    this.#input.setText(text);
    this.#screen.paintSoon();
  }

  suspend(): void {
    this.#screen.suspend();
  }

  /** A second wish to leave while the first is being confirmed is not asked about again. */
  leave(): void {
    const isAsked = this.session?.isRunning === true && !this.#screen.isNumbered;
    if (!isAsked || this.#isLeaving) this.#end({ code: 0 });
    else void this.attempt(() => this.#confirmLeave());
  }

  /** The turn ended before the user said what becomes of it, so that nothing is left to ask. */
  #leaveIfOver(): void {
    if (this.#isLeaving && this.session?.isRunning === false) this.#end({ code: 0 });
  }

  async #confirmLeave(): Promise<void> {
    this.#isLeaving = true;
    try {
      if (await confirmLeave(this)) this.#end({ code: 0 });
    } finally {
      this.#isLeaving = false;
    }
  }

  async #begin(): Promise<void> {
    const { known, prompt } = this.#options;
    if (prompt !== undefined && prompt.trim() !== "") this.#early.push(prompt);
    try {
      await (known === undefined ? this.#sessions.begin() : this.#sessions.resume(known));
    } catch (error) {
      // A chat without a session is useless, so it ends.
      this.#end({ error });
    }
  }

  #opened(session: OpenSession, from: SessionInfo | "new" | "copy"): void {
    const info = typeof from === "string" ? undefined : from;
    const model = toHeader(this.host.agent, session, info, this.#options.context);
    if (from !== "copy")
      this.print({ type: "drawn", draw: (theme) => drawHeader(model, theme, this.#screen.isNumbered) });
    const { transcript, isRunning } = session;
    if (info !== undefined) for (const block of createRecap(transcript.snapshot(), { isRunning })) this.print(block);
    this.#files.moveTo(session.cwd);
    const early = this.#early;
    this.#early = [];
    for (const text of early) void this.prompt(text);
  }

  async #signInFor(error: ParleyError): Promise<boolean> {
    this.note("warning", describeError(error));
    for (let attempt = 1; ; attempt += 1) {
      let outcome: SignInOutcome = "failed";
      await this.attempt(async () => {
        outcome = await signIn(this.#signInActions(), attempt > 1);
      });
      if (outcome !== "failed") return outcome === "done";
    }
  }

  #signInActions(): SignInActions {
    return {
      agent: this.host.agent,
      isLocal: this.host.isLocal,
      print: (block) => this.print(block),
      pick: (title, items) => this.pick(title, items),
      ask: (label, options) => this.#focus.ask(label, options),
      lend: (work) => this.#screen.lend(work),
      during: (text, work) => this.during(text, work),
    };
  }

  #turnEnded(result: TurnResult, text: string): void {
    this.#leaveIfOver();
    if (performance.now() - this.#keyboard.usedAtMs > BELL_AFTER_MS) this.#screen.bell();
    const { error } = result;
    if (error instanceof ParleyError && error.code === "sign_in_needed") void this.#signInAndSend(error, text);
    this.#screen.paintSoon();
  }

  async #signInAndSend(error: ParleyError, text: string): Promise<void> {
    if (await this.#signInFor(error)) await this.prompt(text);
  }

  async prompt(text: string): Promise<void> {
    if (this.session === undefined) {
      this.#early.push(text);
      return;
    }
    // The answer may contain code, and the highlighter can load while the agent works.
    void loadHighlighter();
    const { promptCapabilities: capabilities } = this.host.agent;
    const limits = toTurnLimits(this.#options.context.settings);
    await this.attempt(async () => this.view.prompt(await toBlocks(text, this.cwd, capabilities), text, limits));
  }

  /** Errors are shown as a note, so that a failed action does not end the chat. */
  async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.note("error", describeError(error));
    }
  }

  #isTurnInTheWay(): boolean {
    const isRunning = this.session?.isRunning === true;
    if (isRunning) this.note("warning", "A turn is running. Stop it first (Esc).");
    return isRunning;
  }

  #questionChanged(): void {
    if (this.#questions.front !== undefined && performance.now() - this.#keyboard.usedAtMs > BELL_AFTER_MS)
      this.#screen.bell();
    this.#screen.paintSoon();
  }

  #isBusy(): boolean {
    const isWorking = this.session?.isRunning === true || this.#doing !== undefined;
    return isWorking || this.host.agent.work(Date.now()) !== undefined;
  }

  #compose(theme: Theme, rows: number): LiveRegion {
    const { host, view } = this;
    return composeLive(
      {
        nowMs: Date.now(),
        host,
        view,
        scrollback: this.#screen.scrollback,
        input: this.#input.state,
        panel: this.#focus.panel,
        doing: this.#doing,
        early: this.#early,
        isLeaving: this.#exitConfirmation.isArmed,
        isAsked: this.#focus.isAsked,
      },
      theme,
      rows,
    );
  }
}
