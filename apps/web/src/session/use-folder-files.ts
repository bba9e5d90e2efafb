// The files of a session's folder with their sizes; listed again when an agent has touched files that were not there.
import type { Recording } from "@parley/chat-ui/watch";
import { useEffect } from "react";
import { FILES_AGAIN_MS } from "../limits.ts";
import { useReply } from "../server/use-reply.ts";

export interface FolderFiles {
  readonly folder: string | undefined;
  /** Undefined while they are listed. */
  readonly files: readonly { readonly path: string; readonly bytes: number }[] | undefined;
  readonly isComplete: boolean;
  readonly error: string | undefined;
}

export function useFolderFiles(sessionId: string, recording: Recording | undefined): FolderFiles {
  const { value, error, reload } = useReply("files/sizes", { id: sessionId });
  useEffect(() => {
    if (recording === undefined || value === undefined) return undefined;
    const known = recording.paths.length;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = recording.subscribe(() => {
      if (recording.paths.length > known) timer ??= setTimeout(reload, FILES_AGAIN_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [recording, value, reload]);
  return { folder: value?.folder, files: value?.files, isComplete: value?.is_complete ?? true, error };
}
