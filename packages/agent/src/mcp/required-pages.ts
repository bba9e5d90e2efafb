// Pages that a server requires before it carries out a call (error -32042): the user is asked to open them, as for any page.
import { isObject, ParleyError, within } from "@parley/base";
import { MCP_PAGE_DONE_MS, MCP_REQUIRED_PAGES_MAX } from "../mcp-limits.ts";
import type { ServerQuestion, ServerQuestions } from "../approval/server-question.ts";

export interface RequiredPagesOptions {
  /** The server's name that the user knows. */
  readonly name: string;
  /** Undefined: the user cannot be asked. */
  readonly questions?: ServerQuestions | undefined;
  readonly signal: AbortSignal;
}

type Page = Extract<ServerQuestion, { readonly mode: "url" }>;

const URL_ELICITATION_REQUIRED = -32_042;

export class RequiredPages {
  readonly #options: RequiredPagesOptions;
  /** By the server's id: called when the server reports the page as completed. */
  readonly #waiting = new Map<string, () => void>();

  constructor(options: RequiredPagesOptions) {
    this.#options = options;
  }

  done(elicitationId: string): void {
    this.#waiting.get(elicitationId)?.();
  }

  /** True if the call may work now. False if the error is another one, or the user cannot be asked. Rejects if the user says no. */
  async open(refusal: unknown, call: AbortSignal): Promise<boolean> {
    const { questions } = this.#options;
    const pages = readPages(refusal);
    if (pages === undefined || questions?.modes.includes("url") !== true) return false;
    const signal = AbortSignal.any([call, this.#options.signal]);
    const done = pages.map((page) => new Promise<void>((resolve) => this.#waiting.set(page.elicitationId, resolve)));
    try {
      for (const page of pages) await this.#ask(questions, page, signal);
      // Not every server reports it; then the call shows whether the page was completed.
      await within(Promise.all(done), MCP_PAGE_DONE_MS, { signal });
      return !signal.aborted;
    } finally {
      for (const { elicitationId } of pages) this.#waiting.delete(elicitationId);
    }
  }

  async #ask(questions: ServerQuestions, page: Page, signal: AbortSignal): Promise<void> {
    const { action } = await questions.ask(this.#options.name, page, signal);
    if (action === "accept") return;
    const message = "It requires a page to be opened first, and the user did not agree to that";
    throw new ParleyError({ code: "request_cancelled", message });
  }
}

/** Undefined if the error is another one, or its pages are not described properly. */
function readPages(refusal: unknown): readonly Page[] | undefined {
  const { code, data } = refusal as { readonly code?: unknown; readonly data?: unknown };
  const listed: unknown = code === URL_ELICITATION_REQUIRED && isObject(data) ? data["elicitations"] : undefined;
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > MCP_REQUIRED_PAGES_MAX) return undefined;
  const pages = listed.flatMap((one: unknown) => toPage(one) ?? []);
  return pages.length === listed.length ? pages : undefined;
}

function toPage(value: unknown): Page | undefined {
  const { mode = "url", message, url, elicitationId } = isObject(value) ? value : {};
  if (mode !== "url" || typeof url !== "string" || typeof elicitationId !== "string") return undefined;
  return typeof message === "string" ? { mode, message, url, elicitationId } : undefined;
}
