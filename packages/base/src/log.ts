// The log port. Packages write to it; an app decides where the lines go.

export type LogLevel = "debug" | "info" | "warn" | "error";

/** Values that describe the situation. They never hold a secret or a whole message body. */
export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  write(level: LogLevel, message: string, fields?: LogFields): void;
}

export const silentLog: Log = { write: () => undefined };
