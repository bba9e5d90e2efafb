// Plans: proposed by a model or by the words of a prompt, and carried out in sessions of their own.
import type { SessionEventBody } from "@parley/acp";
import { ParleyError, type Clock, type Log } from "@parley/base";
import type { FindComplete } from "../api/sources.ts";
import type { Hub } from "../api/hub.ts";
import { askForPlan } from "./ask-for-plan.ts";
import { gatherResults } from "./gather-results.ts";
import { RUNNING_PLANS_MAX } from "../limits.ts";
import { checkPlan, parsePlan } from "./parse-plan.ts";
import { PlanRecord, type PlanStore } from "./plan-record.ts";
import type { Plan, PlanResult, PlanRun, Plans, PlanTaskResult } from "../api/plans.ts";
import { proposePlan } from "./propose-plan.ts";
import { runTask } from "./run-task.ts";
import { scheduleTasks } from "./schedule.ts";
import { recordResults } from "./record-results.ts";

/** The complete plan as an event of a session's log. */
export function toProposedEvent({ tasks, clarifyingQuestions }: Plan): SessionEventBody {
  return { type: "plan_proposed", tasks, ...(clarifyingQuestions !== undefined && { clarifyingQuestions }) };
}

export interface PlansOptions {
  readonly hub: Pick<Hub, "agents" | "sessions" | "turns" | "routing">;
  readonly store: PlanStore;
  /** A model, if one is configured. */
  readonly findComplete?: FindComplete | undefined;
  readonly log: Log;
  readonly clock: Clock;
  /** Plans were paused, and less of one runs than before. */
  readonly onPaused: () => void;
}

/** A plan that this process carries out. */
interface RunningPlan {
  readonly record: PlanRecord;
  /** Tasks that run, by id. */
  readonly tasks: Set<string>;
  /** A task is left to the next process. */
  hasHeldTask: boolean;
  /** Another process has to continue it. */
  leave: (why: ParleyError) => void;
}

export interface HubPlans extends Plans {
  /** Continues plans that an earlier process left unfinished, or ended servers: only these, if others share the store. */
  recover(orphans?: readonly string[]): Promise<void>;
  /** No further task is started; the next process does so. */
  pause(): void;
  /** What happens to the plans from now on is not stored. */
  freeze(): void;
  /** Another server may have the session. Its plans are free, because nothing here would record their results. */
  lose(sessionId: string): void;
  /** Whether all that is left of a session's plan waits for an answer or for the next process. */
  isWaiting(sessionId: string, isAwaiting: (turnId: string) => boolean): boolean;
}

export function createPlans(options: PlansOptions): HubPlans {
  const { hub, store, log } = options;
  const running = new Set<RunningPlan>();
  let starting = 0;
  let isPaused = false;
  return {
    propose: async (prompt) => {
      const text = prompt.trim();
      if (text === "") throw new ParleyError({ code: "bad_input", message: "Nothing to plan: the prompt is empty" });
      return (await proposeByModel(options, text)) ?? proposePlan(hub, text);
    },
    parse: (plan) => parsePlan(hub.agents, plan),
    execute: async (sessionId, plan, onTask, { isRecordedByCaller = false, approve } = {}) => {
      checkPlan(plan);
      if (running.size + starting >= RUNNING_PLANS_MAX) {
        const message = `The limit of ${RUNNING_PLANS_MAX} running plans is reached. Try again when one has ended`;
        throw new ParleyError({ code: "limit_reached", message });
      }
      starting += 1;
      try {
        return run(await begin(options, { sessionId, plan, approve }), isRecordedByCaller, onTask);
      } finally {
        starting -= 1;
      }
    },
    recover: async (orphans) => {
      for (const record of await PlanRecord.list(store)) {
        if (isPaused || orphans?.includes(record.id) === false) continue;
        // The turn that would have recorded the results is gone.
        if (await take(record, running)) run(record, false);
      }
    },
    pause: () => {
      isPaused = true;
    },
    freeze: () => {
      isPaused = true;
      for (const plan of running) leave(plan, leftToNext());
    },
    lose: (sessionId) => {
      for (const plan of running) {
        if (plan.record.sessionId !== sessionId) continue;
        leave(plan, continuedElsewhere());
        void plan.record.release();
      }
    },
    isWaiting: (sessionId, isAwaiting) => isWaiting([...running], sessionId, isAwaiting),
  };

  function run(record: PlanRecord, isRecordedByCaller: boolean, onTask?: (result: PlanTaskResult) => void): PlanRun {
    const { sessionId } = record;
    const controller = new AbortController();
    const plan: RunningPlan = { record, tasks: new Set(), hasHeldTask: false, leave: () => undefined };
    running.add(plan);
    record.onTaken = () => leave(plan, continuedElsewhere());
    const left = new Promise<never>((_resolve, reject) => {
      plan.leave = (why) => {
        running.delete(plan);
        reject(why);
      };
    });
    const { signal } = controller;
    const carried = { plan, isRecordedByCaller, signal, onTask, isPaused: () => isPaused };
    const ended = Promise.race([carryOut(options, carried), left]).finally(() => running.delete(plan));
    // Callers may wait for it, but need not; a failure is logged in any case.
    ended.catch((error: unknown) => {
      if (!record.isFrozen) log.write("error", "A plan failed", { sessionId, error });
    });
    return { ended, cancel: () => controller.abort() };
  }
}

async function proposeByModel({ hub, findComplete, log }: PlansOptions, prompt: string): Promise<Plan | undefined> {
  try {
    const complete = await findComplete?.();
    if (complete === undefined) return undefined;
    const plan = await askForPlan(complete, hub.agents, prompt);
    if (plan === undefined) log.write("warn", "The model's answer contains no usable plan");
    return plan;
  } catch (error) {
    log.write("warn", "Could not get a plan from the model", { error });
    return undefined;
  }
}

/** Resolves when the plan is in the log of its session. */
async function begin(
  { hub, store, clock }: PlansOptions,
  given: Parameters<typeof PlanRecord.create>[2],
): Promise<PlanRecord> {
  await hub.sessions.record(given.sessionId, toProposedEvent(given.plan));
  return PlanRecord.create(store, clock, given);
}

interface Carried {
  readonly plan: RunningPlan;
  readonly isRecordedByCaller: boolean;
  readonly signal: AbortSignal;
  readonly onTask?: ((result: PlanTaskResult) => void) | undefined;
  readonly isPaused: () => boolean;
}

async function carryOut(
  { hub, log, clock, onPaused }: PlansOptions,
  { plan: running, isRecordedByCaller, signal, onTask, isPaused }: Carried,
): Promise<PlanResult> {
  const { sessions, turns } = hub;
  const { record, tasks } = running;
  const { sessionId, plan } = record;
  const startedAtMs = clock.now();
  try {
    const parent = await sessions.get(sessionId);
    const results = await scheduleTasks(plan.tasks, {
      known: record.results,
      run: async (task, earlier) => {
        if (record.isFrozen) return forever();
        if (isPaused()) {
          running.hasHeldTask = true;
          onPaused();
          return forever();
        }
        tasks.add(task.id);
        const result = await runTask(task, earlier, { sessions, turns, parent, record, signal, clock, log });
        tasks.delete(task.id);
        if (isPaused()) onPaused();
        return record.isFrozen ? forever() : result;
      },
      onSettled: (result) => {
        try {
          onTask?.(result);
        } catch (error) {
          log.write("error", "A listener of a plan failed", { sessionId, task: result.id, error });
        }
      },
      signal,
    });
    const text = gatherResults(plan.tasks, results);
    if (!isRecordedByCaller) await recordResults(hub, sessionId, text);
    log.write("info", "A plan ended", { sessionId, tasks: results.length, ms: clock.now() - startedAtMs });
    return { tasks: results, text };
  } finally {
    await record.delete();
  }
}

function leave({ record, leave: end }: RunningPlan, why: ParleyError): void {
  record.freeze();
  end(why);
}

function isWaiting(
  running: readonly RunningPlan[],
  sessionId: string,
  isAwaiting: (turnId: string) => boolean,
): boolean {
  const plan = running.find(({ record }) => record.sessionId === sessionId);
  if (plan === undefined || (plan.tasks.size === 0 && !plan.hasHeldTask)) return false;
  return [...plan.tasks].every((id) => isAwaiting(plan.record.begunTask(id)?.turnId ?? ""));
}

/** False if this server carries it out already, or if another one was faster. */
async function take(record: PlanRecord, running: ReadonlySet<RunningPlan>): Promise<boolean> {
  const known = [...running].find((plan) => plan.record.id === record.id);
  if (known === undefined) return await record.take();
  // Under the id that this server had before its lease was over.
  await known.record.take();
  return false;
}

function continuedElsewhere(): ParleyError {
  return new ParleyError({ code: "session_lost", message: "Another server continues the plan" });
}

function leftToNext(): ParleyError {
  const message = "The server is shutting down. The plan continues when it has restarted";
  return new ParleyError({ code: "server_draining", message });
}

/** For tasks that are left to the next process. */
function forever(): Promise<never> {
  return new Promise(() => undefined);
}
