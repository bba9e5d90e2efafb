// The agent's own list of sessions, all pages.
import type { SessionInfo } from "@parley/acp";
import type { AgentRun } from "../connection/agent-run.ts";
import { SMALL_REQUEST_MS, type ClientLimits } from "../limits.ts";
import type { ReportProblem } from "../agent-problem.ts";

/** Undefined if the agent cannot list sessions. An endless list is cut and reported. */
export async function listSessions(
  run: AgentRun,
  cwd: string | undefined,
  { limits, report }: { readonly limits: ClientLimits; readonly report: ReportProblem },
): Promise<readonly SessionInfo[] | undefined> {
  if (!run.supports("sessionCapabilities.list")) return undefined;
  const sessions: SessionInfo[] = [];
  const cursors = new Set<string>();
  const filter = cwd === undefined ? {} : { cwd };
  for (let cursor: string | undefined; cursors.size < limits.listPagesMax;) {
    const params = { ...filter, ...(cursor !== undefined && { cursor }) };
    const page = await run.request("session/list", params, { timeoutMs: SMALL_REQUEST_MS });
    sessions.push(...page.sessions.slice(0, limits.listedSessionsMax - sessions.length));
    cursor = page.nextCursor ?? undefined;
    if (cursor === undefined) return sessions;
    if (cursors.has(cursor) || sessions.length >= limits.listedSessionsMax) break;
    cursors.add(cursor);
  }
  report({ kind: "endless_list", sessions: sessions.length });
  return sessions;
}
