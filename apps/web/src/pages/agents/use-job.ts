// Follows an installation or a sign-in: its steps as they come, until it has ended.
import { toMessage } from "@parley/chat-ui";
import type { Operations } from "@parley/contract";
import type { Remote } from "@parley/remote";
import { useEffect, useState } from "react";
import { JOB_STEPS_MAX } from "../../limits.ts";
import { useServer } from "../../server/page-server.ts";

type FollowedJob = Operations["agents/job"]["reply"];

/** The server answers sooner when there is a step. */
const WAIT_SECONDS = 25;

export function useJob(id: string): { readonly job: FollowedJob | undefined; readonly error: string | undefined } {
  const { remote } = useServer();
  const [job, setJob] = useState<FollowedJob>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    follow(remote, id, stop.signal, setJob).catch((cause: unknown) => {
      if (!stop.signal.aborted) setError(toMessage(cause));
    });
    return () => stop.abort();
  }, [remote, id]);
  return { job, error };
}

async function follow(
  remote: Remote,
  id: string,
  signal: AbortSignal,
  show: (job: FollowedJob) => void,
): Promise<void> {
  let steps: FollowedJob["steps"] = [];
  let wait = 0;
  for (;;) {
    const after = steps.at(-1)?.number ?? 0;
    const job = await remote.request("agents/job", { id, after, wait_seconds: wait }, { signal });
    steps = [...steps, ...job.steps].slice(-JOB_STEPS_MAX);
    show({ ...job, steps });
    if (job.state !== "running") return;
    wait = WAIT_SECONDS;
  }
}
