// A run from prompt to result: sends the prompt, prints the turn in the chosen format, and cancels it if necessary.
import type { SessionInfo } from "@parley/home/session-log";
import type { ContentBlock, StopReason } from "@parley/acp";
import { monotonicMs } from "@parley/base";
import type { Session, SessionSetup, TurnResult } from "@parley/client";
import type { AnswerSchema } from "@parley/hub/structured";
import type { Arguments } from "../arguments/usage.ts";
import type { Client } from "../client/open-client.ts";
import { toTurnLimits } from "../client/turn-limits.ts";
import { toSessionSetup } from "../client/session-setup.ts";
import type { StopSignals } from "../client/stop-signals.ts";
import type { CommandContext } from "../command.ts";
import { paletteOf } from "../output/palette.ts";
import type { Attachment } from "../prompt/attachment.ts";
import { emptyPrompt } from "../prompt/empty-prompt.ts";
import { readPrompt } from "../prompt/read-prompt.ts";
import { toPrompt } from "../prompt/to-prompt.ts";
import type { runUsage } from "../usage/run.ts";
import { setV8Flag } from "../v8-flags.ts";
import { openQuestions, type Questions } from "./questions.ts";
import { promptForAnswer, readSchema } from "./answer-schema.ts";
import { toFailure, toResult, type RunFacts, type RunResult, type TurnOutcome } from "./result.ts";
import { createRunOutput, throwIfUnwritten, type RunOutput } from "./run-output.ts";
import { untilStopped } from "./until-stopped.ts";
import { CANCEL_GRACE_MS } from "../limits.ts";

type Args = Arguments<typeof runUsage>;

export interface RunRequest {
  readonly client: Client;
  readonly agentName: string;
  /** The session to resume. */
  readonly known: SessionInfo | undefined;
  readonly attachments: readonly Attachment[];
  readonly stop: StopSignals;
  /** By `monotonicMs`. */
  readonly startedAt: number;
}

export interface OpenRun {
  readonly questions: Questions;
  /** The exit code. */
  readonly run: (request: RunRequest) => Promise<number>;
}

export function openRun(args: Args, context: CommandContext): OpenRun {
  // Over 400,000 updates this was measured to need 112 MB instead of 130, for the same CPU.
  setV8Flag("--heap-growing-percent=50", /heap|old-space/);
  const palette = paletteOf(process.stderr, context.settings.color);
  const { cwd, settings } = context;
  const isStructured = args.flags["json-schema"] !== undefined;
  const output = createRunOutput(args.flags.format ?? "text", {
    cwd,
    isVerbose: args.flags.verbose,
    isStructured,
    palette,
  });
  const questions = openQuestions(settings.approve, cwd, () => output.settle());
  const run = new HeadlessRun(args, context, output, questions);
  return {
    questions,
    run: async (request) => {
      try {
        const result = await run.play(request);
        await output.finish(result);
        throwIfUnwritten(output.gone);
        return result.exitCode;
      } finally {
        questions.close();
        // An unfinished prompt on stdin would keep the process alive.
        if (!process.stdin.isTTY) process.stdin.destroy();
      }
    },
  };
}

class HeadlessRun {
  readonly #args: Args;
  readonly #context: CommandContext;
  readonly #output: RunOutput;
  readonly #questions: Questions;
  #session: Session | undefined;
  #answer: { readonly value: unknown } | undefined;
  /** The schema that the answer must match. */
  schema: AnswerSchema | undefined;

  constructor(args: Args, context: CommandContext, output: RunOutput, questions: Questions) {
    this.#args = args;
    this.#context = context;
    this.#output = output;
    this.#questions = questions;
  }

  async play(request: RunRequest): Promise<RunResult> {
    const stopped = AbortSignal.any([request.stop.asked, this.#output.gone]);
    try {
      this.schema = await readSchema(this.#args.flags["json-schema"]);
      const turn = await this.#playTurn(request, stopped);
      const result = toResult(turn, this.#facts(request));
      return this.#answer === undefined ? result : { ...result, answer: this.#answer.value };
    } catch (error) {
      // A cancelled run can fail in many ways, but the user knows why.
      return stopped.aborted ? toResult(CANCELLED, this.#facts(request)) : toFailure(error, this.#facts(request));
    }
  }

  async #playTurn(request: RunRequest, stopped: AbortSignal): Promise<TurnOutcome> {
    const { client, attachments } = request;
    const [{ agentCapabilities }, prompt] = await untilStopped(
      Promise.all([client.agent.start(), this.#readPrompt(attachments)]),
      stopped,
    );
    // Files are checked before the session is created, so that an unusable file leaves no session behind.
    const blocks = await toPrompt(prompt, attachments, agentCapabilities?.promptCapabilities ?? undefined);
    const session = await untilStopped(this.#open(request), stopped);
    this.#session = session;
    const stopForcing = forceLater(session, stopped, request.stop.forced);
    return this.#ask(session, blocks, stopped).finally(stopForcing);
  }

  /** With a schema, Parley checks the answer and asks once more if it does not match. */
  async #ask(session: Session, blocks: readonly ContentBlock[], signal: AbortSignal): Promise<TurnOutcome> {
    const { schema } = this;
    const limits = toTurnLimits(this.#context.settings);
    const prompt = (given: readonly ContentBlock[]): Promise<TurnResult> => session.prompt(given, { signal, limits });
    if (schema === undefined) return prompt(blocks);
    const onEvents: Session["onEvents"] = (listener) => session.onEvents(listener);
    const { turn, answer } = await promptForAnswer({ prompt, onEvents }, blocks, schema);
    this.#answer = answer;
    return turn;
  }

  async #readPrompt(attachments: readonly Attachment[]): Promise<string> {
    const prompt = await readPrompt(this.#args.positionals, process.stdin);
    if (prompt.trim() !== "" || attachments.length > 0) return prompt;
    throw emptyPrompt();
  }

  async #open({ client, known }: RunRequest): Promise<Session> {
    const { cwd, ...setup } = await toSessionSetup(this.#args.flags, this.#context);
    const onEvents: SessionSetup["onEvents"] = (batch) => this.#output.show(batch);
    if (known === undefined) return client.agent.newSession({ cwd, ...setup, onEvents });
    const { name: _name, ...rest } = setup;
    return client.agent.resumeSession(known.id, { ...rest, onEvents });
  }

  #facts({ agentName, startedAt }: RunRequest): RunFacts {
    return {
      agent: agentName,
      cwd: this.#session?.cwd ?? this.#context.cwd,
      sessionId: this.#session?.id,
      durationMs: Math.round(monotonicMs() - startedAt),
      hadUnansweredQuestion: this.#questions.hadUnansweredQuestion,
    };
  }
}

const CANCELLED: TurnResult = { stopReason: "cancelled" satisfies StopReason };

/** Ends a turn by force if it keeps running after it was cancelled. Returns a function that removes the listeners. */
function forceLater(session: Session, asked: AbortSignal, forced: AbortSignal): () => void {
  let timer: NodeJS.Timeout | undefined;
  const force = (): void => void session.cancel({ force: true });
  const begin = (): void => {
    timer = setTimeout(force, CANCEL_GRACE_MS);
  };
  if (asked.aborted) begin();
  asked.addEventListener("abort", begin, { once: true });
  forced.addEventListener("abort", force, { once: true });
  return () => {
    clearTimeout(timer);
    asked.removeEventListener("abort", begin);
    forced.removeEventListener("abort", force);
  };
}
