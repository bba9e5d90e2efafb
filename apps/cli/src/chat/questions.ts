// The agent's questions to the user, shown one at a time. Each is answered, or removed when the agent withdraws it.
import { isUnknown, type ElicitationContentValue } from "@parley/acp";
import type { Ask, ElicitationQuestion, PermissionQuestion, PermissionReply } from "@parley/client";
import type { Line } from "../terminal/line.ts";
import type { Theme } from "../terminal/theme.ts";
import { drawNote } from "./draw/notes.ts";
import type { ElicitationReply, Panel } from "./panels/panel.ts";
import { PermissionPanel } from "./panels/permission-panel.ts";
import { UrlPanel } from "./panels/url-panel.ts";

export interface QuestionsOptions {
  /** Called when another question, or none, is shown. */
  readonly onChange: () => void;
  readonly cancelTurn: () => void;
  /** The open session; questions of others are left open by Esc. */
  readonly sessionId: () => string | undefined;
  readonly workspace: () => string;
  readonly isNumbered: () => boolean;
  /** The agent's title for display. */
  readonly agentTitle: () => string;
  readonly print: (lines: (theme: Theme) => Line[]) => void;
  /** Whether the user typed the command that a question is about. */
  readonly isTyped?: ((rawInput: unknown) => boolean) | undefined;
  /** The user rejected a call in the open session, and typed what to do instead. */
  readonly onInstead?: ((text: string) => void) | undefined;
}

interface Waiting {
  readonly panel: Panel;
  /** When the question was shown. */
  shownAtMs?: number;
}

/** Refused answers are kept by question, so that the user does not have to type them again. */
const REFUSED_MAX = 20;

export class Questions implements Ask {
  readonly #options: QuestionsOptions;
  readonly #waiting: Waiting[] = [];
  readonly #answered = new Map<string, Readonly<Record<string, ElicitationContentValue>>>();

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  get front(): Waiting | undefined {
    return this.#waiting[0];
  }

  permission(question: PermissionQuestion, signal: AbortSignal): Promise<PermissionReply> {
    const cancelled: PermissionReply = { outcome: { outcome: "cancelled" }, by: "cancel" };
    return this.#put<PermissionReply>(signal, cancelled, (settle) => {
      const { cancelTurn, workspace, agentTitle, isNumbered, isTyped, onInstead } = this.#options;
      const isElsewhere = this.#isElsewhere(question.sessionId);
      const answer = (reply: PermissionReply): void => {
        if (reply.reason !== undefined && !isElsewhere) onInstead?.(reply.reason);
        settle(reply);
      };
      return new PermissionPanel({
        question,
        agentTitle: isElsewhere ? question.agentName : agentTitle(),
        isElsewhere,
        isTyped: !isElsewhere && isTyped?.(question.toolCall.rawInput) === true,
        workspace: workspace(),
        isNumbered: isNumbered(),
        waiting: () => this.#waiting.length - 1,
        answer,
        cancel: () => {
          answer(cancelled);
          if (!isElsewhere) cancelTurn();
        },
      });
    });
  }

  async elicitation(question: ElicitationQuestion, signal: AbortSignal): Promise<ElicitationReply> {
    const { request, interactionId, refused } = question;
    if (isUnknown(request)) return { action: "decline" };
    const { FormPanel } = await import("./panels/form-panel.ts");
    return this.#put<ElicitationReply>(signal, { action: "cancel" }, (settle) => {
      const answer = (response: ElicitationReply): void => {
        if (response.action === "accept") this.#keep(interactionId, response.content ?? {});
        settle(response);
      };
      const cancel = (): void => {
        answer({ action: "cancel" });
        if (!isElsewhere) this.#options.cancelTurn();
      };
      const { message } = request;
      const isElsewhere = this.#isElsewhere(question.sessionId);
      const agentTitle = isElsewhere ? question.agentName : this.#options.agentTitle();
      if (request.mode === "url") return new UrlPanel({ message, agentTitle, url: request.url, answer, cancel });
      const before = this.#answered.get(interactionId);
      return new FormPanel({ message, agentTitle, schema: request.requestedSchema, refused, before, answer, cancel });
    });
  }

  elicitationCompleted(): void {
    this.#options.print((theme) => drawNote({ severity: "info", text: "The page was completed." }, theme));
  }

  /** The chat is closing, so open questions can no longer be answered. */
  close(): void {
    for (const settle of new Map(this.#settle).values()) settle();
  }

  #isElsewhere(sessionId: string | undefined): boolean {
    const own = this.#options.sessionId();
    return own !== undefined && sessionId !== undefined && sessionId !== own;
  }

  readonly #settle = new Map<Panel, () => void>();

  #put<Answer>(signal: AbortSignal, none: Answer, create: (answer: (value: Answer) => void) => Panel): Promise<Answer> {
    if (signal.aborted) return Promise.resolve(none);
    return new Promise((resolve) => {
      const end = (value: Answer): void => {
        signal.removeEventListener("abort", giveUp);
        this.#remove(waiting);
        resolve(value);
      };
      const giveUp = (): void => end(none);
      const waiting: Waiting = { panel: create(end) };
      signal.addEventListener("abort", giveUp, { once: true });
      this.#settle.set(waiting.panel, giveUp);
      this.#waiting.push(waiting);
      this.#changed();
    });
  }

  #remove(waiting: Waiting): void {
    const index = this.#waiting.indexOf(waiting);
    if (index === -1) return;
    this.#waiting.splice(index, 1);
    this.#settle.delete(waiting.panel);
    this.#changed();
  }

  #changed(): void {
    const { front } = this;
    if (front !== undefined) front.shownAtMs ??= performance.now();
    this.#options.onChange();
  }

  #keep(interactionId: string, content: Readonly<Record<string, ElicitationContentValue>>): void {
    this.#answered.set(interactionId, content);
    const [oldest] = this.#answered.keys();
    if (this.#answered.size > REFUSED_MAX && oldest !== undefined) this.#answered.delete(oldest);
  }
}
