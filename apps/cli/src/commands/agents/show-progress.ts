// Shows the progress of an installation as lines on stderr.
import { neutralLine } from "@parley/base";
import type { InstallProgress } from "@parley/catalogue";
import { printNotice } from "../../output/print.ts";

const MIB = 1024 * 1024;
/** The interval between two lines about a download. */
const PROGRESS_INTERVAL_MS = 2_000;

export function showProgress(isQuiet: boolean): (progress: InstallProgress) => void {
  if (isQuiet) return () => undefined;
  let shownAt = performance.now();
  return (progress) => {
    if (progress.type !== "download") {
      printNotice(neutralLine(progress.text));
      return;
    }
    if (performance.now() - shownAt < PROGRESS_INTERVAL_MS) return;
    shownAt = performance.now();
    const { receivedBytes, totalBytes } = progress;
    const whole = totalBytes === undefined ? "" : ` of ${(totalBytes / MIB).toFixed(1)}`;
    printNotice(`  ${(receivedBytes / MIB).toFixed(1)}${whole} MiB`);
  };
}
