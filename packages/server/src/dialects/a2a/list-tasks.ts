// Tasks by conversation and state, in pages.
import { TaskState, type ListTasksRequest, type ListTasksResponse, type Task } from "@a2a-js/sdk";
import { RequestMalformedError } from "@a2a-js/sdk/errors";
import type { Hub, Turn, TurnQuery } from "@parley/hub";
import { A2A_LIST_COUNT_MAX, A2A_LIST_COUNT_PAGE, A2A_LIST_PAGE_DEFAULT, A2A_LIST_PAGE_MAX } from "../../limits.ts";
import { withQuestion } from "./open-question.ts";
import { readWholeTask } from "./read-task.ts";
import { toTaskState, toTurnStates } from "./states.ts";
import { TaskBuilder } from "./task-builder.ts";

/**
 * Without rewound ones. A page may have fewer entries than requested, because some filters are applied after the
 * store's.
 */
export async function listTasks(
  hub: Hub,
  request: ListTasksRequest,
  endpoint: string | undefined,
): Promise<ListTasksResponse> {
  const pageSize = request.pageSize ?? A2A_LIST_PAGE_DEFAULT;
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > A2A_LIST_PAGE_MAX) {
    throw new RequestMalformedError(`pageSize must be between 1 and ${A2A_LIST_PAGE_MAX}`);
  }
  if (request.status === TaskState.UNRECOGNIZED) throw new RequestMalformedError("status is not a task state");
  const query = toQuery(request);
  const isWanted = toFilter(request, endpoint);
  const cursor = request.pageToken === "" ? {} : { cursor: request.pageToken };
  const { turns, nextCursor } = await hub.turns.list({ ...query, limit: pageSize, ...cursor });
  const tasks = await Promise.all(turns.filter(isWanted).map((turn) => toListedTask(hub, turn, request)));
  const isAll = nextCursor === undefined && request.pageToken === "";
  const totalSize = isAll ? tasks.length : await count(hub, query, isWanted);
  return { tasks, nextPageToken: nextCursor ?? "", pageSize, totalSize };
}

/** The log is read only if necessary. */
async function toListedTask(hub: Hub, turn: Turn, request: ListTasksRequest): Promise<Task> {
  const historyLength = request.historyLength ?? 0;
  const hasArtifacts = request.includeArtifacts === true;
  if (historyLength > 0 || hasArtifacts) return readWholeTask(hub, turn.id, { historyLength, hasArtifacts });
  return withQuestion(hub, new TaskBuilder(turn).build(turn, { historyLength, hasArtifacts }), turn);
}

function toQuery({ contextId, status }: ListTasksRequest): TurnQuery {
  const states = toTurnStates(status);
  return {
    isCounting: true,
    ...(contextId !== "" && { sessionId: contextId }),
    ...(states !== undefined && { states }),
  };
}

function toFilter(request: ListTasksRequest, endpoint: string | undefined): (turn: Turn) => boolean {
  const { status, statusTimestampAfter = "" } = request;
  const agent = endpoint ?? request.tenant;
  const sinceMs = statusTimestampAfter === "" ? Number.NEGATIVE_INFINITY : Date.parse(statusTimestampAfter);
  if (Number.isNaN(sinceMs)) throw new RequestMalformedError("statusTimestampAfter must be an ISO 8601 date");
  return (turn) =>
    (status === TaskState.TASK_STATE_UNSPECIFIED || toTaskState(turn) === status) &&
    (agent === "" || turn.agent === agent) &&
    (turn.finishedAtMs ?? turn.createdAtMs) >= sinceMs;
}

async function count(hub: Hub, query: TurnQuery, isWanted: (turn: Turn) => boolean): Promise<number> {
  let total = 0;
  let cursor: string | undefined;
  for (let seen = 0; seen < A2A_LIST_COUNT_MAX;) {
    const page = await hub.turns.list({
      ...query,
      limit: A2A_LIST_COUNT_PAGE,
      ...(cursor !== undefined && { cursor }),
    });
    total += page.turns.filter(isWanted).length;
    seen += page.turns.length;
    cursor = page.nextCursor;
    if (cursor === undefined || page.turns.length === 0) break;
  }
  return total;
}
