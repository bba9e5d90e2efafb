// Sessions kept in files: logs, their index, search and export.
export { copyLog } from "./log/copy-log.ts";
export {
  createFileSessionStore,
  type FileSessionStore,
  type FileSessionStoreOptions,
} from "./log/create-file-session-store.ts";
export { exportSession, type ExportFormat, type ExportOptions, type ExportWrite } from "./log/export/export-session.ts";
export { findSession } from "./log/find-session.ts";
export { toRecordedEvent } from "./log/files/recorded-line.ts";
export { defaultSessionLogLimits, type SessionLogLimits } from "./limits.ts";
export { toPromptTitle, toTitle } from "./log/title.ts";
export type {
  LogDamage,
  LogFailure,
  NewSession,
  OpenedSession,
  ReadSession,
  SearchHit,
  SessionAgent,
  SessionFilter,
  SessionInfo,
  SessionLog,
  SessionStore,
} from "./log/session-store.ts";
export { redactEvents } from "./log/export/redact-events.ts";
export { redactFields } from "./log/redact-fields.ts";
