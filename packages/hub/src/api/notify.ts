// Notifications for the user: the user's own command, a bell.

/** `question`: an agent has a question. `ended`, `failed`: a turn is over; a cancelled one counts as neither. */
export const NOTIFY_EVENTS = ["question", "ended", "failed"] as const;
export type NotifyEvent = (typeof NOTIFY_EVENTS)[number];

export interface NotifySetting {
  /** A program, or a shell command line if there are no `args`. */
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly on: readonly NotifyEvent[];
  /** Rings the bell; undefined if no terminal has one. */
  readonly ring?: (() => void) | undefined;
}
