// A run on a hub: one turn in a new or resumed session, printed in the chosen format, and cancelled if necessary.
import type { ContentBlock } from "@parley/acp";
import { monotonicMs } from "@parley/base";
import type { SessionInfo } from "@parley/home/session-log";
import type { AnswerSchema } from "@parley/hub/structured";
import type { PromptOptions, Remote } from "@parley/remote";
import type { Arguments } from "../arguments/usage.ts";
import { bringFromTerminal } from "../conversation/session-environment.ts";
import { namesSession, toNamed } from "../client/find-session.ts";
import { toSessionSetup } from "../client/session-setup.ts";
import type { StopSignals } from "../client/stop-signals.ts";
import { toTurnLimits } from "../client/turn-limits.ts";
import type { CommandContext } from "../command.ts";
import type { Conversation, ConversationTarget } from "../conversation/conversation.ts";
import { openConversation } from "../conversation/open-conversation.ts";
import { ExitCodes } from "../exit-codes.ts";
import { connectHub, type HubAccess } from "../hub/connect-hub.ts";
import { TURNS_SEARCHED_MAX } from "../limits.ts";
import { paletteOf } from "../output/palette.ts";
import type { Attachment } from "../prompt/attachment.ts";
import { emptyPrompt } from "../prompt/empty-prompt.ts";
import { readPrompt } from "../prompt/read-prompt.ts";
import type { runUsage } from "../usage/run.ts";
import { setV8Flag } from "../v8-flags.ts";
import { promptForAnswer, readSchema, type PromptedSession } from "./answer-schema.ts";
import { checkServer, printDetached, type DetachedTurn } from "./detach.ts";
import { OwnEvents } from "./own-events.ts";
import type { TerminalQuestions } from "./terminal-questions.ts";
import { toFailure, toResult, type RunFacts, type RunResult, type TurnOutcome } from "./result.ts";
import { createRunOutput, throwIfUnwritten, type RunOutput } from "./run-output.ts";
import { untilForced, untilStopped } from "./until-stopped.ts";
import { untilGone } from "./until-gone.ts";

type Args = Arguments<typeof runUsage>;

export interface HubRunOptions {
  /** The context with the server that the run uses; without one, the hub is opened in this process. */
  readonly found: Promise<CommandContext>;
  readonly attachments: readonly Attachment[];
  readonly stop: StopSignals;
  /** By `monotonicMs`. */
  readonly startedAt: number;
}

/** The conversation is printed and logged, so a run keeps little of it in memory. */
const SMALL_TRANSCRIPT = { charsMax: 4 * 1024 * 1024, messageCharsMax: 1024 * 1024 };
const CANCELLED: TurnOutcome = { stopReason: "cancelled" };

/** The exit code. */
export async function runOnHub(args: Args, context: CommandContext, options: HubRunOptions): Promise<number> {
  // Over 400,000 updates this was measured to need 112 MB instead of 130, for the same CPU.
  setV8Flag("--heap-growing-percent=50", /heap|old-space/);
  const { flags } = args;
  const output = createRunOutput(flags.format ?? "text", {
    cwd: context.cwd,
    isVerbose: flags.verbose,
    isStructured: flags["json-schema"] !== undefined,
    palette: paletteOf(process.stderr, context.settings.color),
  });
  await using run = new HubRun(args, context, options, output);
  if (flags.detach) {
    printDetached(await run.detach(), flags.format);
    return ExitCodes.endTurn;
  }
  const result = await run.play();
  await output.finish(result);
  throwIfUnwritten(output.gone);
  return result.exitCode;
}

interface PreparedTurn {
  readonly remote: Remote;
  readonly conversation: Conversation;
  readonly blocks: readonly ContentBlock[];
}

class HubRun implements AsyncDisposable {
  readonly #args: Args;
  #context: CommandContext;
  readonly #options: HubRunOptions;
  readonly #output: RunOutput;
  #terminal: TerminalQuestions | undefined;
  #access: Promise<HubAccess> | undefined;
  #known: SessionInfo | undefined;
  #conversation: Conversation | undefined;
  #events: OwnEvents | undefined;
  #answer: { readonly value: unknown } | undefined;

  constructor(args: Args, context: CommandContext, options: HubRunOptions, output: RunOutput) {
    this.#args = args;
    this.#context = context;
    this.#options = options;
    this.#output = output;
  }

  async play(): Promise<RunResult> {
    const stopped = AbortSignal.any([this.#options.stop.asked, this.#output.gone]);
    try {
      const schema = await readSchema(this.#args.flags["json-schema"]);
      const turn = await this.#playTurn(stopped, schema);
      const result = toResult(turn, this.#facts(turn));
      return this.#answer === undefined ? result : { ...result, answer: this.#answer.value };
    } catch (error) {
      // A cancelled run can fail in many ways, but the user knows why.
      return stopped.aborted ? toResult(CANCELLED, this.#facts()) : toFailure(error, this.#facts());
    }
  }

  /** The turn does not end with this command, and its questions wait for an answer unless `--approve` gives one. */
  async detach(): Promise<DetachedTurn> {
    const { conversation, blocks } = await this.#prepare(this.#options.stop.asked);
    const { settings } = this.#context;
    const { approve } = settings;
    const { turnId } = await conversation.start(blocks, { limits: toTurnLimits(settings), approve });
    return { sessionId: conversation.id, turnId };
  }

  async #playTurn(stopped: AbortSignal, schema: AnswerSchema | undefined): Promise<TurnOutcome> {
    const { remote, conversation, blocks } = await this.#prepare(stopped);
    await this.#openTerminal(conversation);
    const turn = this.#ask(conversation, blocks, schema, stopped);
    const forced = untilForced(stopped, this.#options.stop.forced);
    return Promise.race([turn, forced.then(() => CANCELLED), untilGone(remote, this.#output)]);
  }

  /** The code for asking in a terminal is loaded only if there may be one. */
  async #openTerminal(conversation: Conversation): Promise<void> {
    if (this.#context.settings.approve !== "ask" || !process.stderr.isTTY) return;
    const { openTerminalQuestions } = await import("./terminal-questions.ts");
    this.#terminal = openTerminalQuestions(conversation, this.#output);
  }

  async #prepare(stopped: AbortSignal): Promise<PreparedTurn> {
    this.#access = this.#connect();
    const found = this.#access.then((access) => this.#checkAgent(access));
    const [{ remote }, text] = await untilStopped(Promise.all([found, this.#readPrompt()]), stopped);
    // Files are checked before the session is created, so that an unusable file leaves no session behind.
    await this.#toBlocks(text, undefined);
    const conversation = await untilStopped(this.#open(await this.#access), stopped);
    this.#conversation = conversation;
    return { remote, conversation, blocks: await this.#toBlocks(text, conversation) };
  }

  async #connect(): Promise<HubAccess> {
    const { flags } = this.#args;
    this.#context = await this.#options.found;
    if (flags.detach) checkServer(this.#context);
    return connectHub(flags, this.#context);
  }

  /** A prompt on stdin may take long or never end, so the agent is checked first. */
  async #checkAgent(access: HubAccess): Promise<HubAccess> {
    const { flags, command, positionals } = this.#args;
    const { agent } = this.#context.settings;
    const isResumed = namesSession(flags);
    if (positionals.length > 0 || isResumed || command !== undefined || agent === OWN) return access;
    await access.remote.request("entries/get", { name: agent });
    return access;
  }

  /** With a schema, Parley checks the answer and asks once more if it does not match. */
  async #ask(
    conversation: Conversation,
    blocks: readonly ContentBlock[],
    schema: AnswerSchema | undefined,
    signal: AbortSignal,
  ): Promise<TurnOutcome> {
    const { settings } = this.#context;
    const unattended = this.#terminal === undefined ? "unattended" : "ask";
    const options: PromptOptions = {
      signal,
      limits: toTurnLimits(settings),
      approve: settings.approve === "ask" ? unattended : settings.approve,
      onDisconnect: "cancel",
    };
    const prompt = async (given: readonly ContentBlock[]): Promise<TurnOutcome> => {
      const outcome = await conversation.prompt(given, options);
      await this.#events?.settled();
      return outcome;
    };
    if (schema === undefined) return prompt(blocks);
    const onEvents: PromptedSession["onEvents"] = (listener) => this.#events?.listen(listener) ?? (() => undefined);
    const { turn, answer } = await promptForAnswer({ prompt, onEvents }, blocks, schema);
    this.#answer = answer;
    return turn;
  }

  async #readPrompt(): Promise<string> {
    const prompt = await readPrompt(this.#args.positionals, process.stdin);
    if (prompt.trim() !== "" || this.#options.attachments.length > 0) return prompt;
    throw emptyPrompt();
  }

  /** Without a conversation, the agent's capabilities are not known yet. */
  async #toBlocks(text: string, conversation: Conversation | undefined): Promise<readonly ContentBlock[]> {
    const { attachments } = this.#options;
    if (attachments.length === 0) return [{ type: "text", text }];
    const { toPrompt } = await import("../prompt/to-prompt.ts");
    return toPrompt(text, attachments, conversation?.agent.promptCapabilities);
  }

  async #open({ remote, server }: HubAccess): Promise<Conversation> {
    const { flags, command } = this.#args;
    if (namesSession(flags)) {
      const { findHubSessionByFlags } = await import("../conversation/find-by-flags.ts");
      const { cwd, settings } = this.#context;
      this.#known = await findHubSessionByFlags(remote, toNamed(flags, command), { cwd, agent: settings.agent });
    }
    const { cwd, name, ...given } = await toSessionSetup(flags, this.#context);
    const bring = bringFromTerminal({ server, home: this.#context.home, cwd: this.#context.cwd, command });
    const setup = { ...given, bring };
    const { agent } = this.#context.settings;
    const target: ConversationTarget =
      this.#known === undefined
        ? { new: { cwd, name, ...setup, agent: agent === OWN ? undefined : agent } }
        : { resume: this.#known.id, setup };
    if (flags.detach) return openConversation(remote, target, { transcript: SMALL_TRANSCRIPT });
    const events = this.#openEvents(remote, this.#known !== undefined || name !== undefined);
    return openConversation(remote, target, { onEvents: (batch) => events.take(batch), transcript: SMALL_TRANSCRIPT });
  }

  /** A prompt comes after the conversation was opened. */
  #openEvents(remote: Remote, isShared: boolean): OwnEvents {
    const isRepeatable = { isRepeatable: true };
    this.#events = new OwnEvents({
      isShared,
      isOwn: async (turnId) => (await this.#conversation?.ownsTurn(turnId)) ?? true,
      listTurns: async () => {
        const which = { session_id: this.#conversation?.id, limit: TURNS_SEARCHED_MAX };
        return (await remote.request("turns/list", which, isRepeatable)).turns;
      },
    });
    this.#events.listen((batch) => this.#output.show(batch));
    return this.#events;
  }

  #facts(turn?: TurnOutcome): RunFacts {
    return {
      agent: this.#known?.agent.name ?? this.#nameOfCommand() ?? this.#context.settings.agent,
      cwd: this.#conversation?.cwd ?? this.#context.cwd,
      sessionId: this.#conversation?.id,
      durationMs: Math.round(monotonicMs() - this.#options.startedAt),
      hadUnansweredQuestion: turn?.hadUnansweredQuestion === true,
    };
  }

  #nameOfCommand(): string | undefined {
    const [program] = this.#args.command ?? [];
    return program === undefined ? undefined : (this.#conversation?.agent.name ?? program);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#terminal?.close();
    this.#conversation?.close();
    // An unfinished prompt on stdin would keep the process alive.
    if (!process.stdin.isTTY) process.stdin.destroy();
    try {
      await (await this.#access)?.[Symbol.asyncDispose]();
    } catch {
      // The run has already reported why there is no connection.
    }
  }
}

/** A hub lists the modes of the built-in agent; one of them is the default. */
const OWN = "parley";
