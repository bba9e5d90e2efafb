// Finds, in the observations of one session, the effects that no permission covered.
//
// A call is judged when it has ended, because agents report it as running before they ask. An answer "always" covers
// later calls of the same tool, because the agent will not ask again.
import type { Observation } from "../extract/observation.ts";
import { isEffect } from "../extract/tool-kind.ts";
import { toWorkspacePath } from "../extract/workspace-path.ts";
import { isHarmlessCommand } from "./harmless-command.ts";
import { UNASKED_ALWAYS_MAX, CHANGES_REPORTED_MAX } from "../limits.ts";
import { describeChange, describeEffect, describeMoreChanges } from "./unasked-messages.ts";
import { createCallEffects, TurnApprovals, type CallEffects, type Question } from "./turn-approvals.ts";
import type { DiskChange } from "./unasked.ts";

type Of<T extends Observation["type"]> = Extract<Observation, { type: T }>;
type Unasked = Of<"unasked">;

export class SessionApprovals {
  readonly #sessionId: string;
  readonly #always: Pick<CallEffects, "kind" | "name">[] = [];
  #turn = new TurnApprovals();
  readonly #openTurns = new Set<string>();
  #cwd: string | undefined;
  #found: Unasked[] = [];

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
  }

  add(said: Observation): readonly Unasked[] {
    switch (said.type) {
      case "session_opened":
        this.#cwd = said.cwd ?? this.#cwd;
        break;
      case "turn_started":
        this.#beginTurn(said.requestId);
        break;
      case "turn_ended":
        this.#endTurn(said.requestId, said.atMs);
        break;
      case "tool_call":
        this.#hear(said);
        break;
      case "file":
        if (said.action === "write") this.#write(said);
        break;
      case "permission_asked":
        this.#turn.questions.set(said.requestId, this.#toQuestion(said));
        break;
      case "permission_answered":
        this.#answer(said);
        break;
      case "terminal":
        this.#terminal(said);
        break;
      // These do not describe effects.
      case "session_closed":
      case "output":
      case "usage":
      case "compacted":
      case "plan":
      case "title":
      case "blocked":
      case "unasked":
      case "oddity":
        break;
    }
    return this.#take();
  }

  reportChanges(changes: readonly DiskChange[], atMs: number): readonly Unasked[] {
    let more = 0;
    for (const { kind, path, oldPath, changedAtMs } of changes) {
      const paths = [path, oldPath].flatMap((name) => (name === undefined ? [] : this.#place(name)));
      const when = kind === "deleted" ? undefined : changedAtMs;
      if (this.#turn.didRunAt(when) || paths.every((name) => this.#turn.isNamed(name))) continue;
      const [now = path, before] = paths;
      if (!this.#turn.tell([`path ${now}`])) continue;
      const isRefused = paths.some((name) => this.#turn.refused.isPath(name));
      if (this.#found.length >= CHANGES_REPORTED_MAX) more += 1;
      else this.#tell({ what: describeChange(kind, now, before, isRefused), path: now, atMs });
    }
    if (more > 0) this.#tell({ what: describeMoreChanges(more), atMs });
    return this.#take();
  }

  /** The approvals of the last turn are kept until the next one, for changes that are found afterwards. */
  #beginTurn(requestId: string): void {
    if (this.#openTurns.size === 0) this.#turn = new TurnApprovals();
    this.#openTurns.add(requestId);
  }

  #endTurn(requestId: string, atMs: number): void {
    this.#openTurns.delete(requestId);
    if (this.#openTurns.size > 0) return;
    for (const terminal of this.#turn.terminals.values()) this.#judge(terminal, atMs);
    for (const call of this.#turn.calls.values()) {
      if (call.status === "in_progress" || call.status === undefined) this.#judge(call, atMs);
      if (call.run !== undefined) call.run.endedAtMs ??= atMs;
    }
  }

  #hear(said: Of<"tool_call">): void {
    const call = this.#turn.call(said.toolCallId);
    const { name, title, command, status, atMs } = said;
    const kind = toKind(said);
    if (command !== call.command) call.isHarmless = command !== undefined && isHarmlessCommand(command);
    call.kind = kind;
    call.name = name;
    call.title = title;
    call.command = command;
    call.status = status;
    if (kind === "execute") call.run ??= this.#turn.startRun(atMs);
    if (call.run !== undefined) call.run.isHarmless = call.isHarmless;
    const isFailed = status === "failed" || status === "cancelled";
    if (status !== "completed" && !isFailed) return;
    if (call.run !== undefined) call.run.endedAtMs ??= atMs;
    // A failed command may have done part of its work; a failed edit has changed nothing.
    const isRefused = this.#turn.refused.isCall(said.toolCallId);
    if (status === "completed" || (kind === "execute" && !isRefused)) this.#judge(call, atMs);
  }

  #write({ path: named, from, toolCallId, atMs }: Of<"file">): void {
    const [path] = this.#place(named);
    if (path === undefined) return;
    this.#turn.name(path);
    const call = toolCallId === undefined ? undefined : this.#turn.call(toolCallId);
    call?.paths.add(path);
    // Other accesses are only claims of a call, which is judged when it has ended.
    if (from === "fs") this.#judge(asWrite(call, path), atMs, [path]);
  }

  #terminal({ terminalId, state, command, toolCallId, atMs }: Of<"terminal">): void {
    const known = this.#turn.terminals.get(terminalId);
    if (state === "created") {
      const terminal = createCallEffects(toolCallId);
      const isHarmless = command !== undefined && isHarmlessCommand(command);
      const run = this.#turn.startRun(atMs);
      run.isHarmless = isHarmless;
      Object.assign(terminal, { kind: "execute", command, run, isHarmless });
      this.#turn.terminals.set(terminalId, terminal);
    } else if (known !== undefined) {
      if (known.run !== undefined) known.run.endedAtMs ??= atMs;
      this.#judge(known, atMs);
    }
  }

  #toQuestion({ toolCallId, kind, command, paths = [] }: Of<"permission_asked">): Question {
    return { toolCallId, kind, command, paths: paths.flatMap((path) => this.#place(path)) };
  }

  #answer({ requestId, outcome, optionKind }: Of<"permission_answered">): void {
    const question = this.#turn.questions.get(requestId);
    if (question === undefined) return;
    this.#turn.questions.delete(requestId);
    // An option of an unknown kind still counts as an answer.
    const isAllowed = outcome === "selected" && optionKind?.startsWith("reject") !== true;
    (isAllowed ? this.#turn.allowed : this.#turn.refused).add(question);
    if (isAllowed && optionKind === "allow_always" && this.#always.length < UNASKED_ALWAYS_MAX) {
      const { toolCallId, kind } = question;
      // The call itself, because its kind may be reported later.
      this.#always.push(toolCallId === undefined ? { kind, name: undefined } : this.#turn.call(toolCallId));
    }
  }

  #judge(effects: CallEffects, atMs: number, written: readonly string[] = [...effects.paths]): void {
    const { toolCallId, kind, command } = effects;
    if (kind === "execute" ? effects.isHarmless : kind !== "write" && !isEffect(kind)) return;
    if (this.#isCovered(effects, written)) return;
    const paths = kind === "execute" ? [] : written;
    // A command may appear in a call and a terminal, a write in a call and a client request.
    const ofCall = toolCallId === undefined ? [] : [`call ${toolCallId}`];
    const ofCommand = kind === "execute" ? [`command ${command}`] : [];
    const ofPaths = paths.map((path) => `path ${path}`);
    const asked = [...ofCall, ...ofCommand];
    if (!this.#turn.tell(asked.length > 0 ? asked : ofPaths, [...asked, ...ofPaths])) return;
    const isRefused = this.#turn.refused.isCall(toolCallId) || this.#turn.refused.isCommand(command);
    const what = describeEffect({ ...effects, paths, isRefused });
    this.#tell({ what, path: paths[0], toolCallId, atMs });
  }

  #isCovered({ toolCallId, kind, name, command }: CallEffects, paths: readonly string[]): boolean {
    const { allowed } = this.#turn;
    if (allowed.isCall(toolCallId) || allowed.isCommand(command)) return true;
    if (kind !== "execute" && paths.length > 0 && paths.every((path) => allowed.isPath(path))) return true;
    return this.#always.some((always) => {
      if (name !== undefined && always.name !== undefined) return name === always.name;
      return always.kind !== undefined && (always.kind === kind || (kind === "write" && always.kind === "edit"));
    });
  }

  #place(path: string): string[] {
    const place = toWorkspacePath(this.#cwd, path);
    return place === undefined ? [] : [place];
  }

  #tell({ what, path, toolCallId, atMs }: Pick<Unasked, "what" | "path" | "toolCallId" | "atMs">): void {
    const sessionId = this.#sessionId;
    this.#found.push({
      type: "unasked",
      what,
      ...(path && { path }),
      ...(toolCallId && { toolCallId }),
      atMs,
      sessionId,
    });
  }

  #take(): readonly Unasked[] {
    const found = this.#found;
    if (found.length > 0) this.#found = [];
    return found;
  }
}

/** A tool of unknown kind that has a command line runs it. */
function toKind({ kind, command }: Of<"tool_call">): string | undefined {
  return (kind === undefined || kind === "other") && command !== undefined && /\s/.test(command) ? "execute" : kind;
}

/** A write through the client, with or without a call. */
function asWrite(call: CallEffects | undefined, path: string): CallEffects {
  const effects = call ?? createCallEffects(undefined);
  return { ...effects, kind: "write", command: undefined, paths: new Set([path]) };
}
