// /plan: shows the plan, or has the task split among several agents.
import type { ChatCommand } from "./command.ts";

export const planCommands: readonly ChatCommand[] = [
  {
    name: "plan",
    summary:
      "Show the plan; with a task, the agent proposes one (several agents: /agent auto); /plan run carries it out",
    hint: "[TASK | run]",
    run: async (argument, actions) => {
      const { session } = actions;
      if (session === undefined) return;
      if (argument !== "") return actions.prompt(`/plan ${argument}`);
      const { plan } = session.transcript.snapshot().state;
      if (plan.length === 0) actions.note("info", "The agent has not made a plan.");
      else actions.print({ type: "plan", entries: plan });
    },
  },
];
