// Plays one side of a recorded conversation: sends that side's frames, once the other side has sent what preceded them.
//
// The recording is processed in order. Our frames are sent; frames of the other side are awaited. If the other side
// behaves differently, omitted frames are skipped together with everything that depends on them, and additional
// requests get an answer.
import { truncate } from "@parley/base";
import { ErrorCodes } from "@parley/rpc";
import { fieldsOf, type Fields, type PlacedFrame } from "../conversation.ts";
import { firstDifference } from "../diff/first-difference.ts";
import { replaceField } from "../json-text.ts";
import { MISMATCHES_MAX, NOTIFICATION_MS, REORDER_MS, SUMMARY_CHARS_MAX } from "../../limits.ts";
import { chooseOption } from "./choose-option.ts";
import { isRecordedLater, nextOpenAnswer } from "./look-ahead.ts";
import { SkippedRequests } from "./skipped-requests.ts";
import { LiveWire, type LiveCall } from "./live-wire.ts";
import { ReplayNames } from "./replay-names.ts";
import type { Mismatch, Replay, ReplayLimits, ReplayOptions, ReplayResult } from "./replay.ts";

/** Fields in which two clients or two agents always differ. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  "_meta",
  "mcpServers",
  "clientInfo",
  "clientCapabilities",
  "info",
  "capabilities",
]);

/** Values that an agent generates again each time. */
const MADE_UP: ReadonlySet<string> = new Set([...NOT_COMPARED, "toolCall", "toolCallId", "options"]);

export function createReplay(options: ReplayOptions): Replay {
  return new Player(options);
}

class Player implements Replay {
  readonly done: Promise<ReplayResult>;
  readonly #options: ReplayOptions;
  readonly #limits: ReplayLimits;
  readonly #wire = new LiveWire();
  readonly #names = new ReplayNames();
  /** By the line of the recorded request: the actual one. */
  readonly #matched = new Map<number, LiveCall>();
  readonly #skippedRequests = new SkippedRequests();
  #sent = 0;
  #skipped = 0;
  #mismatches = 0;
  #at = 0;

  constructor(options: ReplayOptions) {
    this.#options = options;
    this.#limits = { reorderMs: REORDER_MS, notificationMs: NOTIFICATION_MS, ...options.limits };
    options.signal?.addEventListener("abort", () => this.#wire.end(), { once: true });
    this.done = this.#run();
  }

  receive(line: string): void {
    if (line.trim() === "" || this.#wire.receive(line)) return;
    this.#mismatch(
      "unexpected",
      undefined,
      "",
      `The other side sent something that is not a message: ${line.slice(0, SUMMARY_CHARS_MAX)}`,
    );
  }

  end(): void {
    this.#wire.end();
  }

  async #run(): Promise<ReplayResult> {
    // The caller needs the replay object before the first mismatch is reported.
    await Promise.resolve();
    const { frames, side } = this.#options;
    for (; this.#at < frames.length && !this.#wire.isOver; this.#at += 1) {
      const placed = frames[this.#at];
      if (placed === undefined) continue;
      if (placed.frame.from === side) await this.#play(placed);
      else await this.#expect(placed);
    }
    const isComplete = this.#at >= frames.length;
    if (side === "agent") await this.#refuseRest();
    return { sent: this.#sent, skipped: this.#skipped, mismatches: this.#mismatches, isComplete };
  }

  /** The recording has ended and the client is still connected. */
  async #refuseRest(): Promise<void> {
    for (;;) {
      for (let call = this.#wire.requests.shift(); call !== undefined; call = this.#wire.requests.shift())
        await this.#refuse(call);
      if (this.#wire.isOver) return;
      await this.#wire.change();
    }
  }

  async #play(placed: PlacedFrame): Promise<void> {
    const { frame, kind, request, method = "" } = placed;
    if (this.#skippedRequests.takes(placed)) {
      this.#skipped += 1;
      return;
    }
    await this.#pause();
    if (frame.isCut) {
      this.#mismatch(
        "not_kept",
        frame.line,
        method,
        `${frame.bytes} bytes were too large to be recorded and cannot be replayed`,
      );
      return;
    }
    if (frame.raw === undefined) return this.#send(frame.text ?? "");
    if (kind === "request" || kind === "notification") this.#learnOwn(placed);
    const json = this.#names.apply(frame.raw);
    if (kind !== "response") return this.#send(json);
    const call = request === undefined ? undefined : this.#matched.get(request.line);
    const answer = call === undefined ? json : replaceField(json, "id", JSON.stringify(call.id));
    return this.#send(
      call === undefined || method !== "session/request_permission" ? answer : chooseOption(answer, placed, call),
    );
  }

  /** A client may use other folders. */
  #learnOwn({ params }: PlacedFrame): void {
    if (this.#options.side === "client") this.#names.learnFolder(params["cwd"], this.#options.cwd);
  }

  #expect(placed: PlacedFrame): Promise<void> {
    if (placed.kind === "request") return this.#expectRequest(placed);
    if (placed.kind === "response") return this.#expectAnswer(placed);
    return placed.kind === "notification" ? this.#expectNotification(placed) : Promise.resolve();
  }

  async #expectRequest(placed: PlacedFrame): Promise<void> {
    const { method = "", sessionId, frame } = placed;
    if (this.#skippedRequests.isSilent(sessionId)) return this.#skip(placed);
    let isLate = false;
    for (;;) {
      const call = this.#wire.takeRequest(method, this.#names.idOf(sessionId));
      if (call !== undefined) return this.#match(placed, call);
      if (this.#wire.isOver) return;
      if (this.#isPast()) {
        this.#mismatch("missing", frame.line, method, `The recording has ${method} here, but it did not arrive`);
        return this.#skip(placed);
      }
      const [other] = this.#wire.requests;
      if (other === undefined) await this.#wire.change();
      else if (!isRecordedLater(this.#options, this.#at, other.method)) await this.#refuseFirst();
      else if (isLate) {
        this.#mismatch(
          "missing",
          frame.line,
          method,
          `The recording has ${method} here, but ${other.method} arrived instead`,
        );
        return this.#skip(placed);
      } else {
        await this.#wire.change(this.#limits.reorderMs);
        isLate = true;
      }
    }
  }

  /** The answer recorded after this has already arrived, so this will not come. */
  #isPast(): boolean {
    const { frames, side } = this.#options;
    if (side === "agent") return false;
    const open = nextOpenAnswer(frames, this.#at, side);
    return open !== undefined && this.#wire.hasAnswer(open.id);
  }

  /** What happened instead of the recorded frame. */
  #match(placed: PlacedFrame, call: LiveCall): void {
    const { frame, params, method = "" } = placed;
    this.#matched.set(frame.line, call);
    if (this.#options.side === "agent") {
      this.#names.learnId(params["sessionId"], call.params["sessionId"]);
      this.#names.learnFolder(params["cwd"], call.params["cwd"]);
    }
    this.#compare(placed, fieldsOf(fieldsOf(this.#today(frame.raw))["params"]), call.params, method);
  }

  async #expectAnswer(placed: PlacedFrame): Promise<void> {
    const { request, method = "", result } = placed;
    if (request === undefined || this.#skippedRequests.has(request.line)) return;
    let isLate = false;
    for (;;) {
      const answer = this.#wire.takeAnswer(request.id);
      if (answer !== undefined) {
        this.#names.learnId(fieldsOf(result)["sessionId"], fieldsOf(answer.result)["sessionId"]);
        this.#names.learnId(fieldsOf(result)["terminalId"], fieldsOf(answer.result)["terminalId"]);
        const recorded = fieldsOf(this.#today(placed.frame.raw));
        // An agent's text differs every time; the end of a turn does not.
        if (this.#options.side === "client") this.#compareEnds(placed, answer);
        else
          this.#compare(
            placed,
            { result: recorded["result"] ?? {}, error: recorded["error"] },
            { result: answer.result ?? {}, error: answer.error },
            `The answer to ${method}`,
          );
        return;
      }
      if (this.#wire.isOver) return;
      // A request that was not recorded blocks the agent until it is answered.
      const isAsked = this.#options.side === "client" && this.#wire.requests.length > 0;
      if (isAsked && isLate) await this.#refuseFirst();
      else await this.#wire.change(isAsked ? this.#limits.reorderMs : undefined);
      isLate = isAsked && !isLate;
    }
  }

  #compareEnds(placed: PlacedFrame, answer: { readonly result: unknown; readonly error: unknown }): void {
    this.#compare(
      placed,
      endOf(placed.result, placed.error),
      endOf(answer.result, answer.error),
      `The answer to ${placed.method ?? ""}`,
    );
  }

  async #expectNotification({ method = "", sessionId, frame }: PlacedFrame): Promise<void> {
    // Agents may send any number of updates.
    if (this.#options.side === "client") return;
    const untilMs = performance.now() + this.#limits.notificationMs;
    for (;;) {
      if (this.#wire.takeNotification(method, this.#names.idOf(sessionId)) !== undefined || this.#wire.isOver) return;
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) break;
      await this.#wire.change(leftMs);
    }
    this.#mismatch("missing", frame.line, method, `The recording has ${method} here, but it did not arrive`);
  }

  #skip(placed: PlacedFrame): void {
    this.#skippedRequests.leave(placed);
    this.#skipped += 1;
  }

  async #refuseFirst(): Promise<void> {
    const call = this.#wire.requests.shift();
    if (call !== undefined) await this.#refuse(call);
  }

  async #refuse({ id, method }: LiveCall): Promise<void> {
    const message = `The recording has no ${method} here`;
    this.#mismatch("unexpected", undefined, method, message);
    const isQuestion = method === "session/request_permission";
    const answer = isQuestion
      ? { result: { outcome: { outcome: "cancelled" } } }
      : { error: { code: ErrorCodes.internalError, message } };
    await this.#send(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  }

  /** A recorded message with the current names. */
  #today(raw: string | undefined): unknown {
    return raw === undefined ? undefined : JSON.parse(this.#names.apply(raw));
  }

  #compare(placed: PlacedFrame, recorded: unknown, now: unknown, what: string): void {
    const { isRedacted = false, side } = this.#options;
    const ignored = side === "client" ? MADE_UP : NOT_COMPARED;
    const found = firstDifference(recorded, now, { ignored, isRedacted });
    if (found === undefined) return;
    const { path, left, right } = found;
    this.#mismatch(
      "differs",
      placed.frame.line,
      placed.method ?? "",
      `${what} differs at ${path}: recorded ${show(left)}, now ${show(right)}`,
    );
  }

  #mismatch(kind: Mismatch["kind"], line: number | undefined, method: string, message: string): void {
    this.#mismatches += 1;
    if (this.#mismatches <= MISMATCHES_MAX) this.#options.onMismatch?.({ kind, line, method, message });
  }

  async #pause(): Promise<void> {
    const { isTimed = false, frames, signal } = this.#options;
    const [before, now] = [frames[this.#at - 1]?.frame.atMs, frames[this.#at]?.frame.atMs];
    if (!isTimed || before === undefined || now === undefined || now <= before) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, now - before);
      signal?.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
    });
  }

  async #send(line: string): Promise<void> {
    this.#sent += 1;
    await this.#options.write(line);
  }
}

function endOf(result: unknown, error: unknown): Fields {
  return { stopReason: fieldsOf(result)["stopReason"], code: fieldsOf(error)["code"] };
}

function show(value: unknown): string {
  if (value === undefined) return "nothing";
  return truncate(JSON.stringify(value), SUMMARY_CHARS_MAX);
}
