// Shows the progress of a call, rate-limited.
import { startOf } from "@parley/base";
import { Progress } from "../../tools/progress.ts";
import type { ToolRun } from "../../tools/tool.ts";
import type { CallProgress } from "../connection.ts";

const MESSAGE_CHARS_MAX = 500;

export interface ProgressShower extends Disposable {
  readonly onProgress: (progress: CallProgress) => void;
}

export function createProgressShower(run: ToolRun, everyMs: number): ProgressShower {
  let latest: CallProgress = { progress: 0 };
  const progress = new Progress(() => {
    run.show({ content: [{ type: "content", content: { type: "text", text: toText(latest) } }] });
  }, everyMs);
  return {
    onProgress(told) {
      latest = told;
      progress.note();
    },
    [Symbol.dispose]: () => progress.stop(),
  };
}

function toText({ progress, total, message }: CallProgress): string {
  const count = total === undefined ? String(progress) : `${progress} of ${total}`;
  return message === undefined || message === "" ? count : `${count}: ${startOf(message, MESSAGE_CHARS_MAX)}`;
}
