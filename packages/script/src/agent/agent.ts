// The state and checks that the handlers of one agent share.
import { authRequired, sessionNotFound, type ClientConnection } from "@parley/acp";
import type { ResolvedOptions } from "./options.ts";
import type { Session } from "./session.ts";
import { Sessions } from "./sessions.ts";
import { toConfigOptions } from "./settings.ts";
import type { ConfigOption, Update } from "./wire.ts";

export class Agent {
  readonly client: ClientConnection;
  readonly options: ResolvedOptions;
  readonly sessions: Sessions;
  isSignedIn = false;

  constructor(client: ClientConnection, options: ResolvedOptions) {
    this.client = client;
    this.options = options;
    this.sessions = new Sessions(options.limits, options.clock);
  }

  /** Throws the error that the client gets. */
  checkSignedIn(): void {
    if (this.options.requireSignIn && !this.isSignedIn) throw authRequired();
  }

  /** The session, if it is open and the client may use it. */
  openSession(sessionId: string): Session {
    this.checkSignedIn();
    const session = this.sessions.get(sessionId);
    if (!session.isOpen) throw sessionNotFound(sessionId);
    return session;
  }

  configOptions({ settings }: Session): ConfigOption[] {
    return toConfigOptions(settings, this.client.supports("session.configOptions.boolean"));
  }

  send(session: Session, update: Update): "sent" | "full" | "closed" {
    return this.client.notify("session/update", { sessionId: session.id, update });
  }

  /** Waits until the answer that opens a session has been sent, because it must reach the client before any update. */
  announceSoon(session: Session): void {
    session.owesCommands = true;
    setTimeout(() => this.announceNow(session), 0);
  }

  announceNow(session: Session): void {
    if (!session.owesCommands || !session.isOpen) return;
    session.owesCommands = false;
    this.send(session, toCommandsUpdate(session.commands));
  }
}

const COMMAND_DESCRIPTIONS: Readonly<Record<string, string>> = {
  tour: "Play every update, content type and callback of the protocol",
  help: "List what a script can do",
};

export function toCommandsUpdate(names: readonly string[]): Update {
  const availableCommands = names.map((name) => {
    const description = Object.hasOwn(COMMAND_DESCRIPTIONS, name) ? COMMAND_DESCRIPTIONS[name] : undefined;
    return description === undefined
      ? { name, description: `The command ${name}`, input: { hint: "anything" } }
      : { name, description };
  });
  return { sessionUpdate: "available_commands_update", availableCommands };
}
