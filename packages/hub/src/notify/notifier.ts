// Runs the user's command and rings the bell: once for all surfaces, with limited concurrency.
import type { Log } from "@parley/base";
import type { HubEvent } from "../api/changes.ts";
import type { HubSession } from "../api/sessions.ts";
import type { NotifyEvent, NotifySetting } from "../api/notify.ts";
import { NOTIFY_RUNNING_MAX, NOTIFY_WAITING_MAX } from "../limits.ts";
import { runCommand, type NotifyVariables } from "./run-command.ts";
import { toNotice } from "./to-notice.ts";

export interface NotifierOptions {
  readonly setting: NotifySetting;
  /** Where the command runs: a session's folder may come from anywhere, so it is not used. */
  readonly cwd: string;
  readonly findSession: (id: string) => Pick<HubSession, "title" | "cwd"> | undefined;
  readonly log: Log;
}

export class Notifier {
  readonly #options: NotifierOptions;
  readonly #over = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #waiting: NotifyVariables[] = [];
  /** The latest run failed, which was logged. */
  #hasFailed = false;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  take(events: readonly HubEvent[]): void {
    const { setting, findSession } = this.#options;
    const notices = events.flatMap(({ change }) => toNotice(change, findSession) ?? []);
    const wanted = notices.filter(({ PARLEY_EVENT: event }) => isWanted(setting, event));
    if (wanted.length === 0 || this.#over.signal.aborted) return;
    setting.ring?.();
    if (setting.command === undefined) return;
    this.#waiting.push(...wanted);
    if (this.#waiting.length > NOTIFY_WAITING_MAX) {
      this.#waiting = this.#waiting.slice(-NOTIFY_WAITING_MAX);
      this.#failed(`More than ${NOTIFY_WAITING_MAX} notifications are waiting; the oldest were dropped`);
    }
    this.#work();
  }

  /** Ends the commands that still run. */
  async close(): Promise<void> {
    this.#over.abort();
    this.#waiting = [];
    await Promise.all(this.#running);
  }

  #work(): void {
    while (this.#running.size < NOTIFY_RUNNING_MAX) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      const running = this.#run(next);
      this.#running.add(running);
      void running.finally(() => {
        this.#running.delete(running);
        this.#work();
      });
    }
  }

  async #run(variables: NotifyVariables): Promise<void> {
    const { setting, cwd } = this.#options;
    const { command = "", args } = setting;
    const problem = await runCommand({ command, args, cwd }, variables, this.#over.signal);
    if (problem === undefined) this.#hasFailed = false;
    else this.#failed(`The command of the setting notify ${problem}`);
  }

  /** Logged once, until it works again. */
  #failed(message: string): void {
    if (this.#hasFailed || this.#over.signal.aborted) return;
    this.#hasFailed = true;
    this.#options.log.write("warn", message);
  }
}

function isWanted({ on }: NotifySetting, event: string): boolean {
  return on.includes(event as NotifyEvent);
}
