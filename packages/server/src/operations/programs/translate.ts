// Programs and jobs in the native API's format.
import type { Reply } from "@parley/contract";
import type { AgentJob, AgentJobStep, Hub, ListedProgram, ProgramProcess, ProgramSession } from "@parley/hub";

type NativeProgram = Reply<"agents/catalogue">["programs"][number];
type NativeProcess = NativeProgram["processes"][number];
type NativeJob = Reply<"agents/job">;
type NativeLog = Reply<"agents/log">["processes"][number];
type ProgramLog = Awaited<ReturnType<Hub["programs"]["log"]>>[number];

export function toNativeProgram(program: ListedProgram): NativeProgram {
  const { name, title, state, origin, version, path, message, remedy, description, signIn, processes } = program;
  const { installedVersion, latestVersion } = program;
  return {
    name,
    title,
    state,
    origin,
    ...(version !== undefined && { version }),
    ...(path !== undefined && { path }),
    ...(message !== undefined && { message }),
    ...(remedy !== undefined && { remedy }),
    ...(installedVersion !== undefined && { installed_version: installedVersion }),
    ...(latestVersion !== undefined && { latest_version: latestVersion }),
    ...(description !== undefined && { description }),
    sign_in: signIn,
    processes: processes.map(toNativeProcess),
  };
}

function toNativeProcess({ state, pid, cwd, sessions }: ProgramProcess): NativeProcess {
  return { state, ...(pid !== undefined && { pid }), working_dir: cwd, sessions };
}

export function toNativeLog({ text, ...one }: ProgramLog): NativeLog {
  return { ...toNativeProcess(one), text };
}

export function toNativeJob({
  id,
  kind,
  agent,
  state,
  createdAtMs,
  endedAtMs,
  steps,
  result,
  error,
}: AgentJob): NativeJob {
  return {
    id,
    kind,
    agent,
    state,
    created_at: new Date(createdAtMs).toISOString(),
    ...(endedAtMs !== undefined && { ended_at: new Date(endedAtMs).toISOString() }),
    steps: steps.map(toNativeStep),
    ...(result !== undefined && { result: toNativeResult(result) }),
    ...(error !== undefined && { error }),
  };
}

function toNativeStep({ number, atMs, ...progress }: AgentJobStep): NativeJob["steps"][number] {
  const step = { number, at: new Date(atMs).toISOString(), type: progress.type };
  if (progress.type !== "download") return { ...step, text: progress.text };
  const { receivedBytes, totalBytes } = progress;
  return { ...step, received_bytes: receivedBytes, ...(totalBytes !== undefined && { total_bytes: totalBytes }) };
}

function toNativeResult(result: NonNullable<AgentJob["result"]>): NonNullable<NativeJob["result"]> {
  const { version, path, isChanged, previousVersion, notes } = result;
  const previous = previousVersion === undefined ? {} : { previous_version: previousVersion };
  return { version, path, is_changed: isChanged, ...previous, notes };
}

export function toNativeProgramSession(session: ProgramSession): Reply<"agents/sessions">["sessions"][number] {
  const { agentSessionId, cwd, title, updatedAt, sessionId } = session;
  return {
    agent_session_id: agentSessionId,
    working_dir: cwd,
    ...(title !== undefined && { title }),
    ...(updatedAt !== undefined && { updated_at: updatedAt }),
    ...(sessionId !== undefined && { session_id: sessionId }),
  };
}
