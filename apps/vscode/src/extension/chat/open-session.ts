// What is kept up to date for one session that a chat shows.
import type { ChatPort } from "@parley/chat-ui";
import { createSessionPort, handOver, SessionChoices, SessionQueue } from "@parley/surface";
import * as vscode from "vscode";
import { findProfile } from "../agents/profiles.ts";
import type { ParleyWindow } from "../parley-window.ts";
import { SURFACE } from "../surface.ts";
import type { FollowedSession } from "./followed-session.ts";
import { confirm } from "../notices/notices.ts";

export class OpenSession {
  readonly id: string;
  readonly followed: FollowedSession;
  readonly queue: SessionQueue;
  readonly choices: SessionChoices;
  readonly port: ChatPort;
  readonly #stops: readonly (() => void)[];

  constructor(window: ParleyWindow, id: string, onChange: () => void) {
    this.id = id;
    this.followed = window.chats.followed.open(id);
    this.queue = new SessionQueue(window.remote, id, SURFACE);
    this.choices = new SessionChoices(window.remote, id);
    const parts = {
      queue: this.queue,
      choices: this.choices,
      bring: async () => {
        const { bringAgain } = await import("../agents/session-setup.ts");
        return bringAgain(window, id);
      },
      handOver: (agent: string) => handOverOrAsk(window, id, agent),
    };
    this.port = createSessionPort(window, id, parts);
    this.#stops = [this.queue.subscribe(onChange), this.choices.subscribe(onChange)];
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.queue.close();
  }
}

/** A turn that runs would be cancelled: the person decides that. */
async function handOverOrAsk(window: ParleyWindow, id: string, agent: string): Promise<void> {
  const { remote, sessions, agents } = window;
  if ((sessions.get(id)?.status ?? "idle") !== "idle") {
    const title = agents.titleOf(agent);
    const message = vscode.l10n.t("The agent is working. Stop it and hand the session over to {0}?", title);
    const yes = vscode.l10n.t("Stop and Hand Over");
    if ((await confirm(message, [yes])) !== yes) return;
  }
  if (findProfile(window, agent) === undefined) return handOver(remote, id, agent);
  const { handOverToProfile } = await import("../agents/profile-sessions.ts");
  await handOverToProfile(window, id, agent);
}
