// Notifies other servers of sessions, questions and settings that were stored. Events and turns come with their own notices.
import { isSharedKind } from "../../api/shared-kinds.ts";
import type { HubStore } from "../../api/store.ts";
import type { NoticeSender } from "./notice-sender.ts";

export function tellOthers(store: HubStore, sender: Pick<NoticeSender, "add">): HubStore {
  return {
    ...store,
    async insertSession(row) {
      await store.insertSession(row);
      sender.add({ created: [row.id] });
    },
    async importSession(row, lines, texts) {
      await store.importSession(row, lines, texts);
      sender.add({ created: [row.id] });
    },
    async updateSession(id, change) {
      await store.updateSession(id, change);
      sender.add({ sessions: [id] });
    },
    async deleteSession(id) {
      await store.deleteSession(id);
      sender.add({ sessions: [id] });
    },
    async prune(limits) {
      const pruned = await store.prune(limits);
      if (pruned.sessions.length > 0) sender.add({ sessions: pruned.sessions });
      return pruned;
    },
    async requestCancel(id) {
      const turn = await store.requestCancel(id);
      sender.add({ turns: [id] });
      return turn;
    },
    async putInteraction(interaction) {
      await store.putInteraction(interaction);
      sender.add({ interactions: [interaction.id] });
    },
    async settleInteraction(interaction) {
      const isSettled = await store.settleInteraction(interaction);
      if (isSettled) sender.add({ interactions: [interaction.id] });
      return isSettled;
    },
    async putDocument(kind, id, ownerId, value) {
      await store.putDocument(kind, id, ownerId, value);
      if (isSharedKind(kind)) sender.add({ settings: true });
    },
    async deleteDocument(kind, id) {
      await store.deleteDocument(kind, id);
      if (isSharedKind(kind)) sender.add({ settings: true });
    },
    async putAgentSettings(settings) {
      await store.putAgentSettings(settings);
      sender.add({ settings: true });
    },
    async deleteAgentSettings(name) {
      await store.deleteAgentSettings(name);
      sender.add({ settings: true });
    },
  };
}
