// One `session/update` as JSON.
import { isUnknown, type SessionUpdate } from "@parley/acp";

export function formatUpdate(sessionId: string, seq: number, update: SessionUpdate): string {
  return wrapUpdate(sessionId, seq, JSON.stringify(update, replaceUnknown));
}

/** Around an update that is JSON already. */
export function wrapUpdate(sessionId: string, seq: number, update: string): string {
  return (
    `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":${JSON.stringify(sessionId)},` +
    `"update":${update},"_meta":{"parley":{"seq":${seq}}}}}`
  );
}

/** An unknown variant is passed on unchanged. */
function replaceUnknown(_key: string, value: unknown): unknown {
  return isUnknown(value) ? value.raw : value;
}
