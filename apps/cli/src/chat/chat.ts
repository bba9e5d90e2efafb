// The chat: turns keys into prompts and commands, and shows everything that happens on the screen.
import type { SessionInfo } from "@parley/home/session-log";
import { ParleyError } from "@parley/base";
import { createRecap, type Severity, type WrittenPrompt } from "@parley/chat-model";
import type { OpenQuestion, QuestionAnswer, TurnResult } from "../conversation/conversation.ts";
import { toClipboard } from "../terminal/to-clipboard.ts";
import { Activity } from "./activity.ts";
import { askOrLeave } from "./ask-question.ts";
import { describeError } from "../describe-error.ts";
import { loadHighlighter } from "../terminal/highlight/highlighter.ts";
import type { Theme } from "../terminal/theme.ts";
import type { LiveRegion } from "../terminal/screen.ts";
import type { ChatHost, OpenSession } from "./chat-host.ts";
import { createChatLog } from "./chat-log.ts";
import type { ChatSession } from "./chat-session.ts";
import type { ChatOptions } from "./chat-options.ts";
import { mentionImage } from "./attached-files.ts";
import type { ChatActions, PromptingOptions } from "./commands/command.ts";
import { listCommands } from "./commands/table.ts";
import { composeLive } from "./compose.ts";
import { drawHeader, toHeader } from "./draw/header.ts";
import { PROMPT_COLUMNS } from "./draw/input.ts";
import { KeyboardFocus } from "./keyboard-focus.ts";
import { offerFirstSteps, type FirstRun } from "./first-run.ts";
import { InputBox } from "./input-box.ts";
import { Keyboard } from "./keyboard.ts";
import { Departure } from "./departure.ts";
import { EarlyPrompts } from "./early-prompts.ts";
import { describePressAgain, PressAgain } from "./press-again.ts";
import { BELL_AFTER_MS } from "../limits.ts";
import { OpenSessions } from "./open-sessions.ts";
import type { PickerItem } from "./panels/picker-panel.ts";
import { Questions } from "./questions.ts";
import { createReader } from "./reader/create-reader.ts";
import { toTurnLimits } from "../client/turn-limits.ts";
import { signIn, signInUntilDone, toSignInActions, type SignInActions } from "./sign-in.ts";
import type { TerminalBlock } from "./terminal-block.ts";
import type { TerminalScreen, ScreenHandlers } from "./terminal-screen.ts";
import { toBlocks } from "./to-blocks.ts";
import { WorkspaceFileList } from "./workspace-file-list.ts";
import { Writing } from "./writing.ts";

export class Chat implements ChatActions {
  readonly #options: ChatOptions;
  readonly #screen: TerminalScreen;
  readonly #questions: Questions;
  readonly #focus: KeyboardFocus;
  readonly #exitConfirmation = new PressAgain(() => this.#screen.paintSoon());
  readonly #escapeAgain = new PressAgain(() => this.#screen.paintSoon());
  readonly #keyboard: Keyboard;
  readonly #files: WorkspaceFileList;
  readonly #sessions: OpenSessions;
  readonly #input: InputBox;
  readonly #writing: Writing;
  readonly #activity = new Activity(() => this.#screen.paintSoon());
  readonly #early = new EarlyPrompts((text, options) => void this.prompt(text, options));
  readonly #departure: Departure;
  /** The screen says that a question takes no keys yet, so it has to be painted again. */
  #isShownHeld = false;
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
      isMoving: () => (this.#isBusy() && !this.#focus.isAsked) || this.#isShownHeld,
    });
    this.#questions = new Questions({
      onChange: () => this.#questionChanged(),
      cancelTurn: () => void this.attempt(() => this.view.cancel()),
      sessionId: () => this.session?.id,
      workspace: () => this.cwd,
      isNumbered: () => this.#screen.isNumbered,
      agentTitle: () => host.agent.title,
      print: (draw) => this.print({ type: "drawn", draw }),
      isTyped: (rawInput) => this.view.isTyped(rawInput),
      onInstead: (text) => this.view.ownWords.add(text),
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
      mentionImage: (pasted) => mentionImage(pasted, this.cwd),
    });
    this.#writing = new Writing(this.#input);
    this.#keyboard = new Keyboard({
      actions: this,
      front: this.#focus,
      input: this.#input,
      exitConfirmation: this.#exitConfirmation,
      escapeAgain: this.#escapeAgain,
    });
    this.#departure = new Departure({
      actions: this,
      isNumbered: () => this.#screen.isNumbered,
      end: () => this.#end({ code: 0 }),
    });
    this.#sessions = new OpenSessions(host, {
      name: options.name,
      scrollback: this.#screen.scrollback,
      viewEvents: {
        onChange: () => {
          this.#departure.leaveIfOver();
          this.#screen.paintSoon();
        },
        onTurnEnd: (result, prompt) => this.#turnEnded(result, prompt),
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
    for (const press of [this.#exitConfirmation, this.#escapeAgain]) press.disarm();
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

  async offer(title: string, items: readonly PickerItem[]): Promise<string | undefined> {
    return this.#focus.pick({ title, items, isOptional: true, isNumbered: this.#screen.isNumbered });
  }

  during<T>(text: string, work: () => Promise<T>): Promise<T> {
    return this.#activity.during(text, work);
  }

  async begin(): Promise<void> {
    await this.#switch("Opening a session", () => this.#sessions.begin());
  }

  async resume(info: SessionInfo): Promise<void> {
    await this.#switch("Resuming the session", () => this.#sessions.resume(info));
  }

  holdPrompts(work: () => Promise<void>): Promise<void> {
    return this.#early.during(work);
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

  openReader(): void {
    const { session } = this;
    if (session === undefined) return this.note("info", "The agent is not ready yet.");
    this.#screen.show((theme, rows) => {
      const notice = (): string | undefined =>
        this.#focus.isAsked ? `${this.host.agent.title} asks something. q to answer.` : undefined;
      return createReader(session, { actions: this, notice, onChange: () => this.#screen.paintSoon() }, theme, rows);
    });
  }

  clearScreen(): void {
    this.#screen.clear();
  }

  copy(text: string): boolean {
    const sequence = toClipboard(text);
    if (sequence !== undefined) this.#screen.tell(sequence);
    return sequence !== undefined;
  }

  edit(prompt: WrittenPrompt): void {
    this.#input.setPrompt(prompt);
    this.#screen.paintSoon();
  }

  openEditor(): Promise<void> {
    return this.#writing.openEditor((work) => this.#screen.lend(work));
  }

  pasteImage(): Promise<void> {
    return this.#writing.pasteImage(this);
  }

  askQuestion(question: OpenQuestion): Promise<QuestionAnswer | undefined> {
    return askOrLeave(question, this.#questions);
  }

  showKeys(): void {
    this.#focus.showKeys();
  }

  suspend(): void {
    this.#screen.suspend();
  }

  leave(): void {
    this.#departure.leave();
  }

  async #begin(): Promise<void> {
    const { known, prompt } = this.#options;
    if (prompt !== undefined && prompt.trim() !== "") this.#early.add(prompt);
    try {
      await (known === undefined ? this.#sessions.begin() : this.#sessions.resume(known));
    } catch (error) {
      // A chat without a session is useless, so it ends.
      this.#end({ error });
    }
  }

  #opened(session: OpenSession, from: SessionInfo | "new" | "copy"): void {
    const info = typeof from === "string" ? undefined : from;
    const { context } = this.#options;
    const found = toHeader(this.host.agent, session, info, context);
    // If a prompt is waiting, or the terminal has no single-key input, two lines replace the question.
    const isOffered = found.lacksModel === true && from === "new" && this.#early.texts.length === 0;
    const isFirstRun = isOffered && !this.#screen.isNumbered;
    const model = isFirstRun ? { ...found, lacksModel: false } : found;
    const lend: FirstRun["lend"] = (work) => this.#screen.lend(work);
    if (isFirstRun) void this.attempt(() => offerFirstSteps(this, { parleyHome: context.home, lend }));
    if (from !== "copy")
      this.print({ type: "drawn", draw: (theme) => drawHeader(model, theme, this.#screen.isNumbered) });
    const { transcript, isRunning } = session;
    if (info !== undefined)
      for (const block of createRecap(transcript.snapshot(), { isRunning, cwd: session.cwd })) this.print(block);
    this.#files.moveTo(session.cwd);
    this.#early.sendAll();
  }

  #signInFor(error: ParleyError): Promise<boolean> {
    this.note("warning", describeError(error));
    return signInUntilDone(this.#signInActions(), (work) => this.attempt(work));
  }

  #signInActions(): SignInActions {
    const ask: SignInActions["ask"] = (label, options) => this.#focus.ask(label, options);
    return toSignInActions(this, ask, (work) => this.#screen.lend(work));
  }

  #turnEnded(result: TurnResult, prompt: WrittenPrompt): void {
    this.#departure.leaveIfOver();
    const { error } = result;
    if (result.stopReason !== "cancelled") this.#notify(error === undefined ? "is done" : "failed");
    if (error instanceof ParleyError && error.code === "sign_in_needed") void this.#signInAndSend(error, prompt);
    this.#screen.paintSoon();
  }

  async #signInAndSend(error: ParleyError, { text, attached }: WrittenPrompt): Promise<void> {
    if (await this.#signInFor(error)) await this.prompt(text, { attached });
  }

  async prompt(text: string, options: PromptingOptions = {}): Promise<void> {
    if (this.session === undefined || this.#early.isSwitching) return this.#early.add(text, options);
    // The answer may contain code, and the highlighter can load while the agent works.
    void loadHighlighter();
    const { promptCapabilities: capabilities } = this.host.agent;
    const limits = toTurnLimits(this.#options.context.settings);
    const { attached = [], isNow = false } = options;
    await this.attempt(async () => {
      const written = { text, attached };
      await this.view.prompt({ blocks: await toBlocks(written, this.cwd, capabilities), limits, written }, { isNow });
    });
  }

  /** Errors are shown as a note, so that a failed action does not end the chat. */
  async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.note("error", describeError(error));
    }
  }

  /** From the command on, because a prompt typed right after it is for the other session. */
  async #switch(what: string, open: () => Promise<void>): Promise<void> {
    await this.#early.during(async () => {
      if (!(await this.#isTurnInTheWay())) await this.during(what, open);
    });
  }

  async #isTurnInTheWay(): Promise<boolean> {
    await this.view.finishTurn();
    const isRunning = this.session?.isRunning === true;
    if (isRunning) this.note("warning", "A turn is running. Stop it first (Esc).");
    return isRunning;
  }

  #questionChanged(): void {
    if (this.#questions.front !== undefined) this.#notify("asks something");
    this.#screen.paintSoon();
  }

  /** Only while the user is elsewhere: the terminal lost the focus, or nothing was typed for a while. */
  #notify(what: string): void {
    const { isFocused = performance.now() - this.#keyboard.usedAtMs < BELL_AFTER_MS } = this.#screen;
    const { title } = this.view.chatView.state;
    if (!isFocused) this.#screen.notify(`${this.host.agent.title} ${what}${title === null ? "" : `: ${title}`}`);
  }

  #isBusy(): boolean {
    const isWorking = this.session?.isRunning === true || this.#activity.current !== undefined;
    return isWorking || this.host.agent.work(Date.now()) !== undefined;
  }

  #compose(theme: Theme, rows: number): LiveRegion {
    const { host, view } = this;
    this.#isShownHeld = this.#focus.isHeld;
    return composeLive(
      {
        nowMs: Date.now(),
        host,
        view,
        scrollback: this.#screen.scrollback,
        input: this.#input.state,
        panel: this.#focus.panel,
        doing: this.#activity.current,
        early: this.#early.texts,
        notice: describePressAgain(this.#exitConfirmation, this.#escapeAgain, this.#input.text),
        attached: this.#writing.attached(this.cwd, host.agent.promptCapabilities),
        isAsked: this.#focus.isAsked,
        isHeld: this.#isShownHeld,
      },
      theme,
      rows,
    );
  }
}
