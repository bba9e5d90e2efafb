// Shows how a call is going, not more often than a person can read.
import type { ToolRun } from "../../tools/tool.ts";
import type { CallProgress } from "../connection.ts";

const MESSAGE_CHARS_MAX = 500;

export interface ProgressShower extends Disposable {
  readonly onProgress: (progress: CallProgress) => void;
}

export function createProgressShower(run: ToolRun, everyMs: number): ProgressShower {
  let waiting: CallProgress | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (): void => {
    timer = undefined;
    if (waiting === undefined) return;
    run.show({ content: [{ type: "content", content: { type: "text", text: toText(waiting) } }] });
    waiting = undefined;
    timer = setTimeout(show, everyMs);
  };
  return {
    onProgress(progress) {
      waiting = progress;
      if (timer === undefined) show();
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

function toText({ progress, total, message }: CallProgress): string {
  const count = total === undefined ? String(progress) : `${progress} of ${total}`;
  return message === undefined || message === "" ? count : `${count}: ${message.slice(0, MESSAGE_CHARS_MAX)}`;
}
