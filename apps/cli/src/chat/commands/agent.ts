// /agent: hands the conversation over to another agent.
import { neutralLine } from "@parley/base";
import { choose, toItem } from "./choose.ts";
import type { ChatActions, ChatCommand } from "./command.ts";

export const handoverCommands: readonly ChatCommand[] = [
  {
    name: "agent",
    summary: "Hand the conversation over to another agent",
    hint: "[AGENT]",
    // A prompt typed right after it is for the other agent.
    run: (argument, actions) => actions.holdPrompts(() => handOver(argument, actions)),
  },
];

async function handOver(argument: string, actions: ChatActions): Promise<void> {
  const { session, host } = actions;
  if (session === undefined) return;
  await actions.view.finishTurn();
  if (session.isRunning) return actions.note("warning", "A turn is running. Stop it first (Esc).");
  const { entries } = await actions.during("Looking for agents", () => host.requests.request("entries/list", {}));
  const items = entries.map(({ name, title, description }) => toItem(name, title, description || name));
  const chosen = await choose(actions, { what: "agent", argument, items, current: host.agent.name });
  if (chosen === undefined) return;
  if (chosen === host.agent.name) return actions.note("info", `${neutralLine(chosen)} already has the conversation.`);
  await actions.during(`Handing over to ${neutralLine(chosen)}`, async () => session.handOver?.(chosen));
  const title = entries.find(({ name }) => name === chosen)?.title ?? chosen;
  actions.note("info", `${neutralLine(title)} continues the conversation, and gets it with your next prompt.`);
}
