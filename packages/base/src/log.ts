// The log port. Packages write to it; an app decides where the lines go.

export type LogLevel = "debug" | "info" | "warn" | "error";

/** Values that say what was going on. Never a secret, never a whole message body. */
export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  write(level: LogLevel, message: string, fields?: LogFields): void;
}

export const silentLog: Log = { write: () => undefined };
