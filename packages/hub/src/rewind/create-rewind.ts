// Rewinds sessions: restores the files, logs where the conversation continues, and gives the agent a session with the
// remaining conversation: our own agent cuts its session, others get a new one. Undoing a rewind restores the agent's
// earlier session.
import { parseSessionEventLine, type ContentBlock, type EventActor, type RewoundEvent } from "@parley/acp";
import { ParleyError } from "@parley/base";
import type { LeftChange } from "../api/file-changes.ts";
import type { Rewind, RewindPoint, RewindPoints, RewindRequest, Rewound } from "../api/rewind.ts";
import type { HubSession } from "../api/sessions.ts";
import type { HubStore, SessionRow } from "../api/store.ts";
import type { HubFileChanges } from "../file-changes/create-file-changes.ts";
import { cutAgentSession, type CutOptions } from "../links/cut-agent-session.ts";
import type { LinkSessions } from "../links/link-sessions.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import { REWIND_POINTS_MAX, REWINDS_MAX, REWOUND_FILES_MAX } from "../limits.ts";
import { findPoint, listPoints } from "./find-point.ts";

export interface RewindOptions extends Omit<CutOptions, "links"> {
  readonly store: HubStore;
  readonly live: LiveSessions;
  readonly links: Pick<LinkSessions, "open" | "close" | "context">;
  readonly fileChanges: HubFileChanges;
  readonly show: (session: LiveSession) => HubSession;
}

/** What happened to the files. */
interface FilesOutcome {
  readonly files: readonly string[];
  readonly left: readonly LeftChange[];
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

const UNTOUCHED: FilesOutcome = { files: [], left: [] };

export class HubRewind implements Rewind {
  readonly #options: RewindOptions;

  constructor(options: RewindOptions) {
    this.#options = options;
  }

  async points(sessionId: string): Promise<RewindPoints> {
    const { live, fileChanges } = this.#options;
    const session = await live.get(sessionId);
    await session.save();
    const index = await fileChanges.readIndex(sessionId);
    const undoable = index.rewinds.at(-1)?.turn;
    const points = listPoints(session.row, index).slice(-REWIND_POINTS_MAX);
    return { points, ...(undoable !== undefined && { undoable }) };
  }

  async rewind(sessionId: string, request: RewindRequest): Promise<Rewound> {
    const { live, fileChanges } = this.#options;
    const session = await live.get(sessionId);
    if (request.undo === true && request.turn !== undefined) {
      throw new ParleyError({ code: "bad_input", message: "/undo: cannot be combined with turn" });
    }
    refuseDuringTurn(session);
    return fileChanges.exclusive(sessionId, async (isHoldingTurns) => {
      // A turn that waits for this one to be done starts from the rewound conversation.
      if (!isHoldingTurns) refuseDuringTurn(session);
      await session.save();
      return request.undo === true ? this.#undo(session, request) : this.#rewind(session, request);
    });
  }

  async #rewind(
    session: LiveSession,
    { turn = "last", force = false, keepFiles, actor }: RewindRequest,
  ): Promise<Rewound> {
    const { store, fileChanges } = this.#options;
    if ((session.row.abandoned?.length ?? 0) >= REWINDS_MAX) {
      const message = `A session can be rewound ${REWINDS_MAX} times. Fork it to continue`;
      throw new ParleyError({ code: "limit_reached", message });
    }
    const points = listPoints(session.row, await fileChanges.readIndex(session.id));
    const point = await findPoint(store, session.row, points, turn);
    const prompt = await this.#readPrompt(session.id, point);
    const outcome = keepFiles === true ? UNTOUCHED : await this.#undoFiles(session, point, force);
    const { agentSessionId } = session.row;
    const more = agentSessionId === undefined ? {} : { agentSessionId };
    const cut = await cutAgentSession(session, point.seq, this.#options);
    await this.#record(session, { toSeq: point.seq - 1, turn: point.turn, ...more }, outcome, actor);
    session.change(cut === undefined ? { agentSessionId: undefined } : resuming(cut));
    return this.#end(session, point.turn, prompt, outcome);
  }

  async #undo(session: LiveSession, { force = false, keepFiles, actor }: RewindRequest): Promise<Rewound> {
    const last = (await this.#options.fileChanges.readIndex(session.id)).rewinds.at(-1);
    if (last === undefined) {
      const message = "/undo: the session was not rewound, or a turn ran since then";
      throw new ParleyError({ code: "bad_input", message });
    }
    const outcome = keepFiles === true ? UNTOUCHED : await this.#redoFiles(session, last, force);
    await this.#record(session, { toSeq: last.seq - 1, turn: last.turn, undoes: last.seq }, outcome, actor);
    session.change(resuming(last.agentSessionId));
    return this.#end(session, last.turn, [], outcome);
  }

  async #undoFiles(session: LiveSession, { turn }: RewindPoint, force: boolean): Promise<FilesOutcome> {
    const { done, left, before, after } = await this.#options.fileChanges.undoTurns(session.id, turn, force);
    return { files: done.map(({ span }) => span.path).toSorted(), left, before, after };
  }

  async #redoFiles(session: LiveSession, rewound: RewoundEvent, force: boolean): Promise<FilesOutcome> {
    const { before, after, files, omitted = 0 } = rewound;
    if (before === undefined || after === undefined) return UNTOUCHED;
    const paths = omitted === 0 ? { paths: await this.#withOrigins(session, files, rewound) } : {};
    const { restored, left } = await this.#options.fileChanges.restore(session, { before, after, ...paths }, force);
    return { files: restored.toSorted(), left: left.flatMap(toLeft) };
  }

  /** A file that was renamed is at its old path now. */
  async #withOrigins(
    session: LiveSession,
    files: readonly string[],
    { toSeq }: RewoundEvent,
  ): Promise<readonly string[]> {
    const { turns } = await this.#options.fileChanges.readIndex(session.id);
    const origins = turns
      .filter(({ promptSeq }) => promptSeq > toSeq)
      .flatMap((turn) => turn.files)
      .flatMap(({ path, from }) => (from !== undefined && files.includes(path) ? from : []));
    return [...new Set([...files, ...origins])];
  }

  async #record(
    session: LiveSession,
    place: Pick<RewoundEvent, "toSeq" | "turn" | "undoes" | "agentSessionId">,
    { files, before, after }: FilesOutcome,
    actor: EventActor | undefined,
  ): Promise<void> {
    await this.#options.links.close(session);
    const omitted = files.length - REWOUND_FILES_MAX;
    session.record({
      type: "rewound",
      ...place,
      files: files.slice(0, REWOUND_FILES_MAX),
      ...(omitted > 0 && { omitted }),
      ...(before !== undefined && after !== undefined && { before, after }),
      ...(actor && { actor }),
    });
  }

  async #end(
    session: LiveSession,
    turn: number,
    prompt: readonly ContentBlock[],
    outcome: FilesOutcome,
  ): Promise<Rewound> {
    // Pending context was about the conversation before the rewind.
    await this.#options.links.context.forgetPending(session);
    await session.save();
    return { session: this.#options.show(session), turn, prompt, files: outcome.files, left: outcome.left };
  }

  async #readPrompt(sessionId: string, { seq }: RewindPoint): Promise<readonly ContentBlock[]> {
    const [line = ""] = await this.#options.store.readEvents(sessionId, { after: seq - 1, limit: 1 });
    const parsed = parseSessionEventLine(line);
    return parsed.ok && parsed.value.type === "prompt" ? parsed.value.prompt : [];
  }
}

/** The cost of its session is unknown until the agent reports it again. */
function resuming(agentSessionId: string | undefined): Pick<SessionRow, "agentSessionId" | "reportedCost"> {
  return { agentSessionId, reportedCost: undefined };
}

function refuseDuringTurn({ id, busy }: LiveSession): void {
  if (busy === 0) return;
  const message = `A turn is running in session ${id}, so it cannot be rewound. Wait until it ends, or cancel it`;
  throw new ParleyError({ code: "session_busy", message });
}

type LeftFile = { readonly path: string; readonly reason: string; readonly error?: Error | undefined };

function toLeft({ path, reason, error }: LeftFile): LeftChange[] {
  if (reason === "failed") return [{ path, reason, message: error?.message ?? "It failed" }];
  return reason === "changed_since" ? [{ path, reason, message: "It was changed since, so it is left as it is" }] : [];
}
