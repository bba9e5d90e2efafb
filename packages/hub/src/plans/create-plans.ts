// Plans: proposed by a model or by the words of a prompt, and carried out in sessions of their own.
import type { SessionEventBody } from "@parley/acp";
import { ParleyError, type Clock, type Log } from "@parley/base";
import type { Complete } from "../agents/sources.ts";
import type { Hub } from "../hub.ts";
import type { HubStore } from "../store/store.ts";
import { askForPlan } from "./ask-for-plan.ts";
import { gatherResults } from "./gather-results.ts";
import { RUNNING_PLANS_MAX } from "./limits.ts";
import { checkPlan, parsePlan } from "./parse-plan.ts";
import { PlanRecord } from "./plan-record.ts";
import type { Plan, PlanResult, PlanRun, Plans, PlanTaskResult } from "./plans.ts";
import { proposePlan } from "./propose-plan.ts";
import { runTask } from "./run-task.ts";
import { scheduleTasks } from "./schedule.ts";
import { tellResults } from "./tell-results.ts";

/** The plan as a session's log has it, with nothing left out. */
export function toProposedEvent({ tasks, clarifyingQuestions }: Plan): SessionEventBody {
  return { type: "plan_proposed", tasks, ...(clarifyingQuestions !== undefined && { clarifyingQuestions }) };
}

export interface PlansOptions {
  readonly hub: Pick<Hub, "agents" | "sessions" | "turns" | "routing">;
  readonly store: Pick<HubStore, "putDocument" | "listDocuments" | "deleteDocument">;
  /** A model, if there is one. */
  readonly complete?: Complete | undefined;
  readonly log: Log;
  readonly clock: Clock;
}

export interface PlansOfHub extends Plans {
  /** Continues plans that an earlier process left unfinished. */
  recover(): Promise<void>;
}

export function createPlans(options: PlansOptions): PlansOfHub {
  const { hub, store, complete, log } = options;
  let running = 0;
  return {
    propose: async (prompt) => {
      const text = prompt.trim();
      if (text === "")
        throw new ParleyError({ code: "bad_input", message: "There is nothing to plan: the prompt is empty" });
      const plan = complete === undefined ? undefined : await proposeByModel(complete, options, text);
      return plan ?? proposePlan(hub, text);
    },
    parse: (plan) => parsePlan(hub.agents, plan),
    execute: async (sessionId, plan, onTask, { isToldHere = false } = {}) => {
      checkPlan(plan);
      if (running >= RUNNING_PLANS_MAX) {
        const message = `${RUNNING_PLANS_MAX} plans are running; try again when one has ended`;
        throw new ParleyError({ code: "limit_reached", message });
      }
      running += 1;
      try {
        return run(await begin(options, sessionId, plan), isToldHere, onTask);
      } catch (error) {
        running -= 1;
        throw error;
      }
    },
    recover: async () => {
      for (const record of await PlanRecord.list(store)) {
        running += 1;
        // The turn that would have told them is gone.
        run(record, false);
      }
    },
  };

  function run(record: PlanRecord, isToldHere: boolean, onTask?: (result: PlanTaskResult) => void): PlanRun {
    const { sessionId } = record;
    const controller = new AbortController();
    const ended = carryOut(options, record, isToldHere, controller.signal, onTask).finally(() => {
      running -= 1;
    });
    // Whoever waits for it is told as well; nobody has to wait.
    ended.catch((error: unknown) => log.write("error", "A plan failed", { sessionId, error }));
    return { ended, cancel: () => controller.abort() };
  }
}

async function proposeByModel(
  complete: Complete,
  { hub, log }: PlansOptions,
  prompt: string,
): Promise<Plan | undefined> {
  try {
    const plan = await askForPlan(complete, hub.agents, prompt);
    if (plan === undefined) log.write("warn", "The model's answer has no plan in it that can be used");
    return plan;
  } catch (error) {
    log.write("warn", "The model gave no plan", { error });
    return undefined;
  }
}

/** Resolves when the plan stands in the log of its session. */
async function begin({ hub, store, clock }: PlansOptions, sessionId: string, plan: Plan): Promise<PlanRecord> {
  await hub.sessions.record(sessionId, toProposedEvent(plan));
  return PlanRecord.create(store, clock, sessionId, plan);
}

async function carryOut(
  { hub, log, clock }: PlansOptions,
  record: PlanRecord,
  isToldHere: boolean,
  signal: AbortSignal,
  onTask?: (result: PlanTaskResult) => void,
): Promise<PlanResult> {
  const { sessions, turns } = hub;
  const { sessionId, plan } = record;
  const startedAtMs = clock.now();
  try {
    const parent = await sessions.get(sessionId);
    const results = await scheduleTasks(plan.tasks, {
      known: record.results,
      run: (task, earlier) => runTask(task, earlier, { sessions, turns, parent, record, signal, clock, log }),
      onSettled: (result) => {
        try {
          onTask?.(result);
        } catch (error) {
          log.write("error", "Whoever follows a plan failed", { sessionId, task: result.id, error });
        }
      },
      signal,
    });
    const text = gatherResults(plan.tasks, results);
    if (!isToldHere) await tellResults(hub, sessionId, text);
    log.write("info", "A plan ended", { sessionId, tasks: results.length, ms: clock.now() - startedAtMs });
    return { tasks: results, text };
  } finally {
    await record.delete();
  }
}
