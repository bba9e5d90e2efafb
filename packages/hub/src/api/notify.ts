// What happens when something needs a person: a command of the user's own, a bell.

/** `question`: an agent asks. `ended`, `failed`: a turn is over; one that was cancelled is neither. */
export const NOTIFY_EVENTS = ["question", "ended", "failed"] as const;
export type NotifyEvent = (typeof NOTIFY_EVENTS)[number];

export interface NotifySetting {
  /** A program, or a shell command line if there are no `args`. */
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly on: readonly NotifyEvent[];
  /** Rings where a person can hear it; undefined: nowhere. */
  readonly ring?: (() => void) | undefined;
}
