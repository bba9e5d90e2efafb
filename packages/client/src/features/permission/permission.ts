// `session/request_permission`: policy decides first, then the user. An approval covers the calls that follow from it,
// until the turn ends.
import { askToLeave, isAllowing, isRejecting, type PersonAnswer, type Subject } from "@parley/home/judge";
import {
  isNamedToolCall,
  leavesSandbox,
  type Known,
  type PermissionOption,
  type RequestPermissionOutcome,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type ToolCallUpdate,
} from "@parley/acp";
import { createId } from "@parley/base";
import { reveal, toPermissionAnswer, toVisible, type Decision, type FitsText, type PathFacts } from "@parley/policy";
import type { OpenFeature } from "../feature.ts";
import { answering } from "../feature-error.ts";
import { askPermission } from "../gate/ask-permission.ts";
import type { Gate } from "../gate/gate.ts";
import { OPTION_NAME_CHARS_MAX } from "../../limits.ts";
import { AnnouncedToolCalls } from "./announced-tool-calls.ts";
import { DelegatedRequest, readDelegated } from "./delegated-request.ts";
import { judgeToolCall, type JudgedToolCall } from "./judge-tool-call.ts";
import { toOfferedOptions } from "./offered-options.ts";
import { limitToShown } from "./limit-to-shown.ts";
import { toAnsweredOutcome } from "./answered-outcome.ts";
import { putServerQuestion } from "./server-question.ts";
import { ShownTexts } from "./shown-texts.ts";
import { changesNothing, ToolRuns } from "./tool-runs.ts";
import { mergeToolCalls, readToolSubject, type ToolSubject } from "./tool-subject.ts";

export function openPermission(gate: Gate): OpenFeature {
  const runs = new ToolRuns(gate.coverage);
  const announced = new AnnouncedToolCalls();
  return {
    handlers: {
      "session/request_permission": (request, { signal }) =>
        answering({}, () => {
          const { toolCallId } = request.toolCall;
          const known = isNamedToolCall(toolCallId)
            ? (gate.scope.toolCall?.(toolCallId) ?? announced.get(toolCallId))
            : undefined;
          if (gate.options.isJudgedElsewhere === true) {
            return putServerQuestion(gate, request, mergeToolCalls(known, request.toolCall), signal);
          }
          const delegated = gate.options.decides === true ? readDelegated(request) : undefined;
          if (delegated === undefined) return new PermissionRequest(gate, runs, request, known).answer(signal);
          const { toolCall: asked } = request;
          const toolCall = mergeToolCalls(known, asked);
          return new DelegatedRequest({ gate, runs, asked, toolCall, delegated }).answer(signal);
        }),
      "session/update": ({ update }) => {
        announced.update(update);
        runs.update(update);
      },
    },
    afterTurn: () => {
      announced.endTurn();
      gate.endTurn();
      runs.endAll();
      return gate.options.audit.flush();
    },
    close: () => {
      gate.close();
      return gate.options.audit.flush();
    },
  };
}

type Outcome = Known<RequestPermissionOutcome>;

/** The kinds whose meaning is known. */
const KINDS: ReadonlySet<string> = new Set(["allow_once", "allow_always", "reject_once", "reject_always"]);
const CANCELLED: Outcome = { outcome: "cancelled" };

class PermissionRequest {
  readonly #gate: Gate;
  readonly #runs: ToolRuns;
  readonly #options: readonly PermissionOption[];
  readonly #ambiguous: readonly string[];
  /** As in the request. */
  readonly #asked: ToolCallUpdate;
  /** Merged with what was announced before. */
  readonly #toolCall: ToolCallUpdate;
  readonly #tool: ToolSubject;
  /** Why the user rejected it. */
  #said: string | undefined;

  constructor(
    gate: Gate,
    runs: ToolRuns,
    { toolCall, options }: RequestPermissionRequest,
    announced: ToolCallUpdate | undefined,
  ) {
    this.#gate = gate;
    this.#runs = runs;
    const { options: offered, ambiguous } = toOfferedOptions(options);
    this.#options = offered;
    this.#ambiguous = ambiguous;
    this.#asked = toolCall;
    this.#toolCall = mergeToolCalls(announced, toolCall);
    this.#tool = readToolSubject(this.#toolCall, gate.scope.cwd);
  }

  async answer(signal: AbortSignal): Promise<Known<RequestPermissionResponse>> {
    const judged = this.#orLeaving(
      await judgeToolCall(this.#gate.judge, this.#tool, this.#toolCall.title ?? this.#tool.name),
    );
    const outcome = this.#answerByPolicy(judged) ?? (await this.#ask(judged, signal));
    const mayChange = this.#isAllowed(outcome) && !changesNothing(this.#tool.kind);
    if (mayChange) await this.#gate.readyForChanges(this.#gate.wanted(signal));
    // An agent that knows this field gets the user's reason; the hub sends it to any other agent as a prompt.
    return { outcome, ...(this.#said !== undefined && { _meta: { parley: { reason: this.#said } } }) };
  }

  /** Running outside the sandbox needs the user's approval each time. */
  #orLeaving(judged: JudgedToolCall): JudgedToolCall {
    if (!leavesSandbox(this.#toolCall)) return judged;
    return { ...judged, decision: askToLeave(judged.decision, this.#gate.options.level()), proposals: [] };
  }

  /** Undefined if the user has to be asked: policy requires it, or the agent offers no "once" option. */
  #answerByPolicy(judged: JudgedToolCall): Outcome | undefined {
    const { decision } = judged;
    const answer = toPermissionAnswer(decision);
    if (answer === undefined) return undefined;
    const option = this.#options.find(({ kind }) => kind === answer) ?? this.#substitute(answer);
    if (answer === "allow_once" && (option === undefined || !this.#isUnderstood)) return undefined;
    const outcome = option === undefined ? CANCELLED : select(option);
    this.#record(decision, outcome);
    if (answer === "allow_once") {
      this.#grant(judged.subjects, "rule");
      this.#runs.allow(this.#toolCall.toolCallId, judged.main.facts);
    }
    return outcome;
  }

  /** Whether the request and all its options are understood. Otherwise only the user can allow it. */
  get #isUnderstood(): boolean {
    return this.#isNamed && this.#ambiguous.length === 0 && this.#options.every(({ kind }) => KINDS.has(kind));
  }

  get #isNamed(): boolean {
    return isNamedToolCall(this.#asked.toolCallId);
  }

  /** Any rejection will do; only the user can choose "allow always". */
  #substitute(answer: "allow_once" | "reject_once"): PermissionOption | undefined {
    return answer === "allow_once" ? undefined : this.#options.find(isRejecting);
  }

  async #ask(judged: JudgedToolCall, signal: AbortSignal): Promise<Outcome> {
    const toOutcome = (answer: PersonAnswer): Outcome => toAnsweredOutcome(answer, this.#options);
    const { decision, proposals } = judged;
    const { reason, danger } = this.#explain(decision);
    if (this.#ambiguous.length > 0 && !this.#options.some(isAllowing)) {
      // No allowing option is left to choose.
      const refused = toOutcome({ option: undefined, isCancelled: false, by: "invalid" });
      this.#record({ ...decision, reason }, refused);
      return refused;
    }
    const input = {
      toolCall: withVisibleTitle(this.#toolCall),
      options: this.#options,
      origin: "agent",
      decision: { reason, danger },
      proposals,
    } as const;
    const { options, scope } = this.#gate;
    const asking = { signal: this.#gate.wanted(signal), toOutcome, recorded: this.#asked };
    const answer = await this.#gate.asking(() => askPermission({ ...options, scope }, input, asking));
    this.#gate.judge.answered(decision, answer);
    const { option, remember } = answer;
    // An answer by `--approve` does not come from the user.
    if (isRejecting(option) && answer.by !== "rule") this.#said = answer.reason;
    if (option === undefined) return toOutcome(answer);
    if (remember !== undefined && (isAllowing(option) || isRejecting(option))) {
      await this.#gate.judge.remember(proposals, isAllowing(option), remember);
    }
    if (isAllowing(option)) await this.#allowByPerson(judged, option.kind === "allow_always");
    return toOutcome(answer);
  }

  /** Problems with the options are part of the reason. */
  #explain({ reason, danger }: Decision): Pick<Decision, "reason" | "danger"> {
    const [id] = this.#ambiguous;
    if (id === undefined) return { reason, danger };
    const name = toVisible(JSON.stringify(id), OPTION_NAME_CHARS_MAX);
    return {
      reason: `${reason}. The agent gave the id ${name} to different options, so they cannot be chosen`,
      danger,
    };
  }

  async #allowByPerson({ main, subjects }: JudgedToolCall, isAlways: boolean): Promise<void> {
    const { reading } = this.#tool;
    const shown = new ShownTexts(reading.edits, main.facts, subjects);
    this.#grant(subjects, "person", (path) => shown.fits(path));
    const limited = await limitToShown(this.#gate, main.facts, reading, shown);
    this.#runs.allow(this.#toolCall.toolCallId, main.facts, { isAlways, limited });
  }

  /** Allowing something unknown does not allow the calls that follow. */
  #grant(subjects: readonly Subject[], by: "person" | "rule", fits?: (path: PathFacts) => FitsText | undefined): void {
    if (this.#isNamed) for (const subject of subjects) this.#gate.judge.grant(subject, by, fits);
  }

  #isAllowed(outcome: Outcome): boolean {
    if (outcome.outcome !== "selected") return false;
    return isAllowing(this.#options.find(({ optionId }) => optionId === outcome.optionId));
  }

  #record({ rule, reason }: Decision, outcome: Outcome): void {
    const { scope, options } = this.#gate;
    const interactionId = createId(options.clock);
    const by = rule.source === "built-in" ? "rule" : rule.source;
    scope.record({ type: "permission_asked", interactionId, toolCall: this.#asked, options: this.#options });
    scope.record({ type: "permission_answered", interactionId, outcome, by, reason });
  }
}

/** Makes invisible characters visible. */
function withVisibleTitle(toolCall: ToolCallUpdate): ToolCallUpdate {
  const { title } = toolCall;
  return typeof title === "string" ? { ...toolCall, title: reveal(title) } : toolCall;
}

function select({ optionId }: PermissionOption): Outcome {
  return { outcome: "selected", optionId };
}
