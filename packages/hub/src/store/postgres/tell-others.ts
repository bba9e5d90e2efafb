// Notifies other servers of turns, questions and settings that were stored.
import type { HubStore } from "../../api/store.ts";
import type { NoticeSender } from "./notice-sender.ts";

export function tellOthers(store: HubStore, sender: Pick<NoticeSender, "add">): HubStore {
  return {
    ...store,
    async appendEvents(batches, changes, options) {
      await store.appendEvents(batches, changes, options);
      for (const { id } of options.questions ?? []) sender.add("interactions", id);
    },
    async insertTurn(turn) {
      await store.insertTurn(turn);
      sender.add("turns", turn.id);
    },
    async updateTurn(id, change) {
      await store.updateTurn(id, change);
      sender.add("turns", id);
    },
    async putInteraction(interaction) {
      await store.putInteraction(interaction);
      sender.add("interactions", interaction.id);
    },
    async settleInteraction(interaction) {
      const isSettled = await store.settleInteraction(interaction);
      if (isSettled) sender.add("interactions", interaction.id);
      return isSettled;
    },
    async putDocument(kind, id, ownerId, value) {
      await store.putDocument(kind, id, ownerId, value);
      if (kind === "rule") sender.add("settings");
    },
    async deleteDocument(kind, id) {
      await store.deleteDocument(kind, id);
      if (kind === "rule") sender.add("settings");
    },
    async putAgentSettings(settings) {
      await store.putAgentSettings(settings);
      sender.add("settings");
    },
    async deleteAgentSettings(name) {
      await store.deleteAgentSettings(name);
      sender.add("settings");
    },
  };
}
