// Plays steps that change the state that a client shows next to the conversation.
import { createId } from "@parley/base";
import { toCommandsUpdate } from "../agent.ts";
import type { Players } from "../player.ts";
import { changeSetting } from "../settings.ts";
import type { Turn } from "../turn.ts";
import { textBlock } from "../wire.ts";

export const sessionStatePlayers: Players<
  "plan" | "mode" | "config" | "commands" | "title" | "usage" | "notice" | "compact"
> = {
  plan: ({ entries }, turn) => turn.update({ sessionUpdate: "plan", entries: entries.map((entry) => ({ ...entry })) }),

  mode: ({ modeId }, turn) => change(turn, "mode", modeId),

  config: ({ configId, value }, turn) => {
    if (configId !== "thoughts") change(turn, configId, value);
    else if (turn.client.supports("session.configOptions.boolean")) change(turn, configId, toBoolean(value) ?? value);
    else aside(turn, "The client does not offer options that are true or false");
  },

  commands: ({ names }, turn) => {
    turn.session.commands = names;
    turn.update(toCommandsUpdate(names));
  },

  title: ({ text }, turn) => {
    turn.session.title = text;
    const updatedAt = new Date(turn.session.updatedAtMs).toISOString();
    turn.update({ sessionUpdate: "session_info_update", title: text, updatedAt });
  },

  usage: ({ used, size, cost }, turn) =>
    turn.update({ sessionUpdate: "usage_update", used, size, ...(cost === undefined ? {} : { cost: { ...cost } }) }),

  notice: ({ severity, title, description }, turn) => {
    if (turn.client.supports("session.notices")) {
      turn.update({ sessionUpdate: "notice", severity, title, ...(description === undefined ? {} : { description }) });
    } else aside(turn, `The client does not offer notices: ${title}`);
  },

  compact: ({ summary }, turn) => {
    if (!turn.client.supports("session.compaction")) {
      aside(turn, "The client does not offer to show compactions");
      return;
    }
    const compactionId = createId();
    turn.update({ sessionUpdate: "compaction_update", compactionId, status: "in_progress" });
    turn.update({ sessionUpdate: "compaction_summary_chunk", compactionId, content: textBlock(summary) });
    turn.update({ sessionUpdate: "compaction_update", compactionId, status: "completed" });
  },
};

/** The message lets the user know why nothing happened. */
function aside(turn: Turn, text: string): void {
  turn.say("agent_message_chunk", `(${text}.)`);
}

function change(turn: Turn, id: string, value: string | boolean): void {
  const { session, agent } = turn;
  const settings = changeSetting(session.settings, id, value);
  if (typeof settings === "string") {
    aside(turn, settings);
    return;
  }
  session.settings = settings;
  if (id === "mode") turn.update({ sessionUpdate: "current_mode_update", currentModeId: settings.mode });
  turn.update({ sessionUpdate: "config_option_update", configOptions: agent.configOptions(session) });
}

function toBoolean(value: string): boolean | undefined {
  if (value === "true") return true;
  return value === "false" ? false : undefined;
}
