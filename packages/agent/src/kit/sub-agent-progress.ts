// What a person sees of a sub-agent in the tool call that it is: what it did so far, and what it says.
import type { LoopEvent } from "../loop/types.ts";
import type { ToolProgress } from "../tools/tool.ts";

const LINES_MAX = 12;
const SAID_CHARS_MAX = 2_000;
/** A call that streams is shown now and then. */
const SHOW_EVERY_MS = 200;

export class SubAgentProgress {
  readonly #show: (progress: ToolProgress) => void;
  readonly #lines: string[] = [];
  #said = "";
  #shownAtMs = 0;

  constructor(show: (progress: ToolProgress) => void) {
    this.#show = show;
  }

  hear(event: LoopEvent): void {
    if (event.type === "step") this.#said = "";
    else if (event.type === "text") this.#said = (this.#said + event.text).slice(-SAID_CHARS_MAX);
    else if (event.type === "call_announced") this.#lines.push(`- ${event.shown.title ?? event.name}`);
    else return;
    const now = performance.now();
    if (event.type === "text" && now - this.#shownAtMs < SHOW_EVERY_MS) return;
    this.#shownAtMs = now;
    this.#show({ content: [{ type: "content", content: { type: "text", text: this.#text() } }] });
  }

  #text(): string {
    const hidden = this.#lines.length - LINES_MAX;
    const lines = hidden > 0 ? [`- … ${hidden} before`, ...this.#lines.slice(-LINES_MAX)] : this.#lines;
    return [lines.join("\n"), this.#said.trim()].filter((text) => text !== "").join("\n\n");
  }
}
