// How far an installation has come, in lines on stderr.
import type { InstallProgress } from "@parley/catalogue";
import { say } from "../../output/print.ts";
import { neutralLine } from "../../terminal/neutral-text.ts";

const MIB = 1024 * 1024;
/** Between two lines about a download. */
const TOLD_EVERY_MS = 2_000;

export function showProgress(isQuiet: boolean): (progress: InstallProgress) => void {
  if (isQuiet) return () => undefined;
  let toldAt = performance.now();
  return (progress) => {
    if (progress.type !== "download") {
      say(neutralLine(progress.text));
      return;
    }
    if (performance.now() - toldAt < TOLD_EVERY_MS) return;
    toldAt = performance.now();
    const { receivedBytes, totalBytes } = progress;
    const whole = totalBytes === undefined ? "" : ` of ${(totalBytes / MIB).toFixed(1)}`;
    say(`  ${(receivedBytes / MIB).toFixed(1)}${whole} MiB`);
  };
}
