// One tool call, from the model's request to its result: prepare → ask → execute → finalize.
import { LEAVES_SANDBOX } from "@parley/acp";
import type { Approver } from "../approval/approver.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { ResultPart, ToolCallPart, ToolResult } from "../models/message.ts";
import { messageOf, stackOf } from "../text/sentences.ts";
import type { ToolContext } from "../tools/tool-context.ts";
import { isFailure, type PreparedCall, type Tool, type ToolOutcome } from "../tools/tool.ts";
import { ABORTED, untilAborted } from "@parley/base";
import { within } from "@parley/base";
import { CANCEL_GRACE_MS } from "../limits.ts";
import {
  CANCELLED,
  describeDenial,
  describeHookDenial,
  describeRewrite,
  describeThrow,
  describeUnknownTool,
} from "./call-messages.ts";
import { toJson } from "./tokens.ts";
import { checkInput } from "./tool-input.ts";
import { boundContent, boundRemarks, boundResult, toContent, toEndShown, toQuestion, toShown } from "./tool-result.ts";
import type { CallResult, CallRunner, CallSetup, ReadyCall, ShownCall } from "./types.ts";

/** The stages of every call of a session. */
export interface CallPorts {
  readonly context: ToolContext;
  readonly approver: Approver;
  readonly hooks: Hooks;
  /** Takes the checkpoint before the first effect. Files that version control ignores are included only if they are named. */
  readonly beforeEffect: (ignoredFiles: readonly string[]) => Promise<void>;
}

/** A prepared call: the tool, its checked input and its effects. */
interface Prepared {
  readonly state: "ready";
  readonly tool: Tool;
  readonly input: unknown;
  readonly call: PreparedCall;
}

type Preparation =
  | Prepared
  /** `why` is for the model. `byTool`: the input is valid, but the tool cannot do it in the current state. */
  | { readonly state: "failed"; readonly tool: Tool | undefined; readonly why: string; readonly byTool?: true }
  | { readonly state: "aborted"; readonly tool: Tool };

interface Ending {
  readonly parts: readonly ResultPart[];
  readonly isError: boolean;
  readonly shown: ShownCall;
  /** The question about the call was dismissed together with the turn. */
  readonly cancelsTurn?: boolean;
}

/** One for each session; the tools and limits come with each call. */
export function createCallRunner(ports: CallPorts): CallRunner {
  return {
    async prepare(call, setup) {
      return new ToolCall(call, await prepare(call.name, call.input, ports, setup), ports, setup);
    },
  };
}

/** A single call, outside of a step of the loop. */
export async function runCall(runner: CallRunner, call: ToolCallPart, setup: CallSetup): Promise<CallResult> {
  const ready = await runner.prepare(call, setup);
  ready.announce();
  return ready.run();
}

/** Prepare: finds the tool, checks the input and lets the tool declare its effects. Changes nothing, never rejects. */
async function prepare(
  name: string,
  written: unknown,
  { context }: CallPorts,
  { tools, signal }: CallSetup,
): Promise<Preparation> {
  const tool = tools.get(name);
  if (tool === undefined) return { state: "failed", tool, why: describeUnknownTool(name, Array.from(tools.keys())) };
  try {
    const checked = checkInput(tool, written);
    if ("problem" in checked) return { state: "failed", tool, why: checked.problem };
    const input = checked.value;
    const preparing = Promise.resolve().then(() => tool.prepare(input, context));
    const call = await untilAborted(preparing, signal, (error) => logThrow(context, name, error));
    if (call === ABORTED) return { state: "aborted", tool };
    if (isFailure(call)) return { state: "failed", tool, why: call.failed, byTool: true };
    return { state: "ready", tool, input, call };
  } catch (error) {
    logThrow(context, name, error);
    return { state: "failed", tool, why: describeThrow(name, error) };
  }
}

class ToolCall implements ReadyCall {
  readonly #call: ToolCallPart;
  readonly #preparation: Preparation;
  readonly #ports: CallPorts;
  readonly #setup: CallSetup;
  #hasEnded = false;

  constructor(call: ToolCallPart, preparation: Preparation, ports: CallPorts, setup: CallSetup) {
    this.#call = call;
    this.#preparation = preparation;
    this.#ports = ports;
    this.#setup = setup;
  }

  get order(): ReadyCall["order"] {
    const preparation = this.#preparation;
    if (preparation.state === "failed") return preparation.byTool === true ? "after_edits" : "any";
    const kind = preparation.state === "ready" ? (preparation.call.kind ?? preparation.tool.kind) : "other";
    if (kind === "execute") return "after_edits";
    return kind === "edit" || kind === "delete" || kind === "move" ? "edits" : "any";
  }

  announce(): void {
    const { callId, name, input, provider } = this.#call;
    const preparation = this.#preparation;
    const shown: ShownCall =
      preparation.state === "ready" ? toShown(preparation) : { title: name, kind: preparation.tool?.kind ?? "other" };
    if (this.#setup.isAnnounced === true) this.#progress(shown);
    else this.#setup.emit({ type: "call_announced", callId, name, input, provider, shown });
  }

  async run(hasWaited = false): Promise<CallResult> {
    let preparation = this.#preparation;
    if (hasWaited && preparation.state === "failed") {
      preparation = await this.#prepareAgain(this.#call.input);
      if (preparation.state === "ready") this.#progress(toShown(preparation));
    }
    if (preparation.state === "aborted" || this.#setup.signal.aborted) return this.#finalize(cancelled());
    if (preparation.state === "failed") return this.#finalize(failed(preparation.why));
    try {
      return this.#finalize(await this.#askAndExecute(preparation));
    } catch (error) {
      // Hooks and the approver included: a call that cannot be checked is not run.
      logThrow(this.#ports.context, this.#call.name, error);
      return this.#finalize(failed(describeThrow(this.#call.name, error)));
    }
  }

  /**
   * Ask: first the hooks, which may rewrite the input, then the approver: rules, and the user if they do not decide.
   */
  async #askAndExecute(first: Prepared): Promise<Ending> {
    const { hooks, approver } = this.#ports;
    const { signal } = this.#setup;
    const before = await this.#wait(hooks.before(this.#toHookCall(first.input), signal));
    if (before === ABORTED) return cancelled();
    this.#notice(before.notices);
    if (before.answer?.verdict === "deny") return failed(describeHookDenial(before.answer));

    let prepared = first;
    if (before.input !== undefined) {
      const again = await this.#prepareAgain(before.input);
      if (again.state === "aborted") return cancelled();
      if (again.state === "failed") return failed(`A hook changed the input. ${again.why}`);
      prepared = again;
      this.#progress(toShown(prepared));
    }

    const { subjects, leavesSandbox = false } = prepared.call;
    const question = toQuestion(this.#call.callId, prepared.input, toShown(prepared));
    const toolCall = leavesSandbox ? { ...question, _meta: LEAVES_SANDBOX } : question;
    const answer = await this.#wait(approver.pass({ subjects, toolCall, hook: before.answer, leavesSandbox }, signal));
    if (answer === ABORTED) return cancelled();
    if (answer.verdict === "deny") {
      if (answer.by === "cancelled") return { ...cancelled(), cancelsTurn: true };
      const { forModel, forUser } = describeDenial(answer);
      return failed(forModel, forUser);
    }
    return this.#execute(prepared, prepared !== first);
  }

  /** Execute: the checkpoint, the tool itself, then the hooks that comment on its result. */
  async #execute({ call, input }: Prepared, isRewritten: boolean): Promise<Ending> {
    const { emit, signal, resultCharsMax } = this.#setup;
    const { callId, name } = this.#call;
    if (hasEffect(call) && (await this.#wait(this.#ports.beforeEffect(findIgnored(call)))) === ABORTED)
      return cancelled();
    emit({ type: "call_started", callId });
    const run = { callId, signal, show: (progress: ShownCall) => this.#progress(progress) };
    const work = Promise.resolve().then(() => call.execute(run));
    const outcome = await this.#wait(work, CANCEL_GRACE_MS);
    if (outcome === ABORTED) return cancelled();

    const parts = boundResult(outcome.parts, resultCharsMax);
    const shown = toEndShown(outcome, parts);
    // A cancelled tool may still report what it did; the result is marked as cancelled anyway.
    if (signal.aborted) return { parts: [...parts, ...cancelled().parts], isError: true, shown };
    const remarks = await this.#runAfterHooks(input, { ...outcome, parts });
    const notes = [...(isRewritten ? [describeRewrite(name, toJson(input))] : []), ...remarks];
    const noted = notes.length === 0 ? parts : [...parts, { type: "text" as const, text: boundRemarks(notes) }];
    return { parts: noted, isError: outcome.isError === true, shown };
  }

  /** The call is done, even if a hook fails. */
  async #runAfterHooks(input: unknown, outcome: ToolOutcome): Promise<readonly string[]> {
    try {
      const after = await this.#wait(this.#ports.hooks.after(this.#toHookCall(input), outcome, this.#setup.signal));
      if (after === ABORTED) return [];
      this.#notice(after.notices);
      return after.remarks;
    } catch (error) {
      logThrow(this.#ports.context, this.#call.name, error);
      this.#notice([`A hook failed after ${this.#call.name}: ${messageOf(error)}`]);
      return [];
    }
  }

  /** Finalize: every call ends exactly once, and nothing is emitted for it afterwards. */
  #finalize({ parts, isError, shown, cancelsTurn = false }: Ending): CallResult {
    const { callId, name } = this.#call;
    this.#hasEnded = true;
    const given = parts.length === 0 ? [{ type: "text" as const, text: "(no output)" }] : parts;
    const result: ToolResult = { callId, name, parts: given, isError };
    this.#setup.emit({ type: "call_ended", callId, result, shown });
    return { result, cancelsTurn };
  }

  #prepareAgain(input: unknown): Promise<Preparation> {
    return prepare(this.#call.name, input, this.#ports, this.#setup);
  }

  async #wait<Value>(work: Promise<Value>, graceMs = 0): Promise<Value | typeof ABORTED> {
    const { signal } = this.#setup;
    const onLate = (error: unknown): void => {
      const fields = { tool: this.#call.name, error: stackOf(error) };
      this.#ports.context.log.write("debug", "a cancelled tool call failed", fields);
    };
    const value = await untilAborted(work, signal, onLate);
    if (value !== ABORTED || graceMs === 0) return value;
    const late = work.catch((): typeof ABORTED => ABORTED);
    return (await within(late, graceMs)) ?? ABORTED;
  }

  #toHookCall(input: unknown): Parameters<Hooks["before"]>[0] {
    const { sessionId, cwd } = this.#ports.context;
    return { sessionId, cwd, callId: this.#call.callId, tool: this.#call.name, input };
  }

  #progress(shown: ShownCall): void {
    if (this.#hasEnded) return;
    const content = shown.content === undefined ? {} : { content: boundContent(shown.content) };
    this.#setup.emit({ type: "call_progress", callId: this.#call.callId, shown: { ...shown, ...content } });
  }

  #notice(notices: readonly string[]): void {
    for (const text of notices) this.#setup.emit({ type: "notice", severity: "warning", text });
  }
}

/** Keeps what the client shows. */
function cancelled(): Ending {
  return { parts: [{ type: "text", text: CANCELLED }], isError: true, shown: {} };
}

function failed(why: string, shown = why): Ending {
  const content = toContent([{ type: "text", text: shown }]);
  return { parts: [{ type: "text", text: why }], isError: true, shown: { content } };
}

/** Reads and fetches leave the workspace unchanged; what an MCP tool does is unknown. */
function hasEffect({ subjects }: PreparedCall): boolean {
  return subjects.some(({ request: { kind } }) => kind !== "read" && kind !== "fetch");
}

function findIgnored({ subjects }: PreparedCall): readonly string[] {
  return subjects.flatMap(({ facts }) => ("real" in facts && facts.isIgnored === true ? [facts.real] : []));
}

function logThrow({ log, sessionId }: ToolContext, tool: string, error: unknown): void {
  log.write("error", "a tool threw", { tool, sessionId, error: stackOf(error) });
}
