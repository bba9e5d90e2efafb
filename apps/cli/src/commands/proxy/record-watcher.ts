// Records the traffic between client and agent.
import { ParleyError, type Log } from "@parley/base";
import { createTraceRecorder, describeRecording } from "@parley/observe/trace";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Watcher } from "./watchers.ts";

export interface RecordWatcherOptions {
  readonly path: string;
  readonly redact: boolean;
  readonly agentId: string;
  readonly log: Log;
}

/** Rejects with `usage` if the folder is missing, so that a failed recording is reported at the start and not at the end. */
export async function watchForRecord({ path, redact, agentId, log }: RecordWatcherOptions): Promise<Watcher> {
  const folder = dirname(path);
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) {
    const remedy = { label: "Create it, or correct --record" };
    throw new ParleyError({ code: "usage", message: `Folder ${folder} not found`, remedy });
  }
  const recorder = createTraceRecorder({ path, redact, agent: agentId, log });
  return {
    frame: (frame) => recorder.add(frame),
    lost: (count) => recorder.lost(count),
    needsObservations: false,
    notice: Promise.resolve(describeRecording({ path, redact })),
    close: () => recorder.close(),
  };
}
