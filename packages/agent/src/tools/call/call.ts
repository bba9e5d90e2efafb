// The second half of a call: announced, judged, executed, told. It ends once, whatever happens, and nothing is said of it afterwards.
import { LEAVES_SANDBOX } from "@parley/acp";
import type { Gate } from "../../gate/gate.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import { toJson } from "../../loop/estimate-tokens.ts";
import type { ShownCall } from "../../loop/loop-event.ts";
import type { CallEnd, CallSetup, ReadyCall } from "../../loop/turn-input.ts";
import type { ResultPart, ToolCallPart } from "../../models/message.ts";
import { messageOf, stackOf } from "../../text/sentences.ts";
import { ABORTED, untilAborted } from "../../waiting/until-aborted.ts";
import { within } from "../../waiting/within.ts";
import type { PreparedCall, ToolOutcome } from "../tool.ts";
import type { ToolContext } from "../tool-context.ts";
import { boundContent, boundRemarks, boundResult, toContent } from "./bound-result.ts";
import { CANCEL_GRACE_MS } from "./limits.ts";
import { describeThrow, prepareCall, report, type Readiness } from "./prepare-call.ts";
import { CANCELLED, describeDenial, describeHookDenial, describeRewrite } from "./say.ts";
import { toEndShown, toQuestion, toShown } from "./shown.ts";

export interface CallPorts {
  readonly context: ToolContext;
  readonly gate: Gate;
  readonly hooks: Hooks;
  /** Before whatever is more than a read: the checkpoint. Files that version control ignores are kept only if they are named. */
  readonly beforeEffect: (ignoredFiles: readonly string[]) => Promise<void>;
}

type Ready = Extract<Readiness, { state: "ready" }>;

/** How it ended, before it is told. */
interface Ending {
  readonly parts: readonly ResultPart[];
  readonly isError: boolean;
  readonly shown: ShownCall;
  readonly isCancelled?: boolean;
}

export class Call implements ReadyCall {
  readonly #call: ToolCallPart;
  readonly #readiness: Readiness;
  readonly #ports: CallPorts;
  readonly #setup: CallSetup;
  #isOver = false;

  constructor(call: ToolCallPart, readiness: Readiness, ports: CallPorts, setup: CallSetup) {
    this.#call = call;
    this.#readiness = readiness;
    this.#ports = ports;
    this.#setup = setup;
  }

  get order(): ReadyCall["order"] {
    const readiness = this.#readiness;
    if (readiness.state === "failed") return readiness.byTool === true ? "after_edits" : "any";
    const kind = readiness.state === "ready" ? (readiness.prepared.kind ?? readiness.tool.kind) : "other";
    if (kind === "execute") return "after_edits";
    return kind === "edit" || kind === "delete" || kind === "move" ? "edits" : "any";
  }

  announce(): void {
    const { callId, name, input, provider } = this.#call;
    const readiness = this.#readiness;
    const shown: ShownCall =
      readiness.state === "ready" ? toShown(readiness) : { title: name, kind: readiness.tool?.kind ?? "other" };
    if (this.#setup.isAnnounced === true) return this.#progress(shown);
    this.#setup.emit({ type: "call_announced", callId, name, input, provider, shown });
  }

  async run(hasWaited = false): Promise<CallEnd> {
    const { callId, name } = this.#call;
    const ending = await this.#go(hasWaited);
    this.#isOver = true;
    const parts = ending.parts.length === 0 ? [{ type: "text" as const, text: "(no output)" }] : ending.parts;
    const result = { callId, name, parts, isError: ending.isError };
    this.#setup.emit({ type: "call_ended", callId, result, shown: ending.shown });
    return { result, isCancelled: ending.isCancelled === true };
  }

  async #go(hasWaited: boolean): Promise<Ending> {
    let readiness = this.#readiness;
    if (hasWaited && readiness.state === "failed") {
      readiness = await this.#prepare(this.#call.input);
      if (readiness.state === "ready") this.#progress(toShown(readiness));
    }
    if (readiness.state === "aborted" || this.#setup.signal.aborted) return cancelled();
    if (readiness.state === "failed") return failed(readiness.why);
    try {
      return await this.#judge(readiness);
    } catch (error) {
      // Hooks and gate too: what cannot be judged is not done.
      report(this.#ports.context, this.#call.name, error);
      return failed(describeThrow(this.#call.name, error));
    }
  }

  async #judge(first: Ready): Promise<Ending> {
    const { hooks, gate } = this.#ports;
    const { signal } = this.#setup;
    const before = await this.#wait(hooks.before(this.#hooked(first.input), signal));
    if (before === ABORTED) return cancelled();
    this.#notice(before.notices);
    if (before.answer?.verdict === "deny") return failed(describeHookDenial(before.answer));

    let ready = first;
    if (before.input !== undefined) {
      const again = await this.#prepare(before.input);
      if (again.state === "aborted") return cancelled();
      if (again.state === "failed") return failed(`A hook changed the input. ${again.why}`);
      ready = again;
      this.#progress(toShown(ready));
    }

    const { subjects, leavesSandbox = false } = ready.prepared;
    const question = toQuestion(this.#call.callId, ready.input, toShown(ready));
    const toolCall = leavesSandbox ? { ...question, _meta: LEAVES_SANDBOX } : question;
    const answer = await this.#wait(gate.pass({ subjects, toolCall, hook: before.answer, leavesSandbox }, signal));
    if (answer === ABORTED) return cancelled();
    if (answer.verdict === "deny") {
      return answer.by === "cancelled" ? { ...cancelled(), isCancelled: true } : failed(describeDenial(answer));
    }
    return this.#execute(ready, ready !== first);
  }

  async #execute({ prepared, input }: Ready, isRewritten: boolean): Promise<Ending> {
    const { emit, signal, resultCharsMax } = this.#setup;
    const { callId, name } = this.#call;
    if (hasEffect(prepared) && (await this.#wait(this.#ports.beforeEffect(findIgnored(prepared)))) === ABORTED)
      return cancelled();
    emit({ type: "call_started", callId });
    const run = { callId, signal, show: (progress: ShownCall) => this.#progress(progress) };
    const work = Promise.resolve().then(() => prepared.execute(run));
    const outcome = await this.#wait(work, CANCEL_GRACE_MS);
    if (outcome === ABORTED) return cancelled();

    const parts = boundResult(outcome.parts, resultCharsMax);
    const shown = toEndShown(outcome, parts);
    // What a tool says of itself when it is cancelled stands; what it did is only half of what was meant.
    if (signal.aborted) return { parts: [...parts, ...cancelled().parts], isError: true, shown };
    const remarks = await this.#hearAfter(input, { ...outcome, parts });
    const notes = [...(isRewritten ? [describeRewrite(name, toJson(input))] : []), ...remarks];
    const said = notes.length === 0 ? parts : [...parts, { type: "text" as const, text: boundRemarks(notes) }];
    return { parts: said, isError: outcome.isError === true, shown };
  }

  /** The call is done, whatever the hooks make of it. */
  async #hearAfter(input: unknown, outcome: ToolOutcome): Promise<readonly string[]> {
    try {
      const after = await this.#wait(this.#ports.hooks.after(this.#hooked(input), outcome, this.#setup.signal));
      if (after === ABORTED) return [];
      this.#notice(after.notices);
      return after.remarks;
    } catch (error) {
      report(this.#ports.context, this.#call.name, error);
      this.#notice([`A hook failed after ${this.#call.name}: ${messageOf(error)}`]);
      return [];
    }
  }

  #prepare(input: unknown): Promise<Readiness> {
    const { tools, signal } = this.#setup;
    return prepareCall({ tools, signal, context: this.#ports.context }, { name: this.#call.name, input });
  }

  async #wait<Value>(work: Promise<Value>, graceMs = 0): Promise<Value | typeof ABORTED> {
    const { signal } = this.#setup;
    const onLate = (error: unknown): void => {
      const fields = { tool: this.#call.name, error: stackOf(error) };
      this.#ports.context.log.write("debug", "what was cancelled failed", fields);
    };
    const value = await untilAborted(work, signal, onLate);
    if (value !== ABORTED || graceMs === 0) return value;
    const late = work.catch((): typeof ABORTED => ABORTED);
    return (await within(late, graceMs)) ?? ABORTED;
  }

  #hooked(input: unknown): Parameters<Hooks["before"]>[0] {
    const { sessionId, cwd } = this.#ports.context;
    return { sessionId, cwd, callId: this.#call.callId, tool: this.#call.name, input };
  }

  #progress(shown: ShownCall): void {
    if (this.#isOver) return;
    const content = shown.content === undefined ? {} : { content: boundContent(shown.content) };
    this.#setup.emit({ type: "call_progress", callId: this.#call.callId, shown: { ...shown, ...content } });
  }

  #notice(notices: readonly string[]): void {
    for (const text of notices) this.#setup.emit({ type: "notice", severity: "warning", text });
  }
}

/** What it has shown so far is left as it is. */
function cancelled(): Ending {
  return { parts: [{ type: "text", text: CANCELLED }], isError: true, shown: {} };
}

function failed(why: string): Ending {
  const parts: readonly ResultPart[] = [{ type: "text", text: why }];
  return { parts, isError: true, shown: { content: toContent(parts) } };
}

/** Reading and fetching leave the workspace as it is; what a foreign tool does nobody knows. */
function hasEffect({ subjects }: PreparedCall): boolean {
  return subjects.some(({ request: { kind } }) => kind !== "read" && kind !== "fetch");
}

function findIgnored({ subjects }: PreparedCall): readonly string[] {
  return subjects.flatMap(({ facts }) => ("real" in facts && facts.isIgnored === true ? [facts.real] : []));
}
