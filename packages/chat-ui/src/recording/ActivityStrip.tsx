// How much was read and written when, as small bars behind the slider.
import { useMemo } from "react";
import { toBins } from "./strip.ts";
import type { Recording } from "./recording.ts";
import "./ActivityStrip.css";

const BINS = 72;
const HEIGHT = 20;
/** The end moves all the time: bars are counted again when it has moved by this much. */
const STEP_MS = 2_000;

export function ActivityStrip({ recording, endMs }: { readonly recording: Recording; readonly endMs: number }) {
  const { firstMs = endMs } = recording;
  const untilMs = Math.ceil(endMs / STEP_MS) * STEP_MS;
  const { length } = recording.touches;
  const bins = useMemo(
    () => (length === 0 ? [] : toBins(recording.touches, firstMs, untilMs, BINS)),
    [recording, firstMs, untilMs, length],
  );
  const most = Math.max(1, ...bins.map(({ reads, writes }) => reads + writes));
  const heightOf = (count: number): number => (count === 0 ? 0 : Math.max(1.5, Math.sqrt(count / most) * HEIGHT));
  return (
    <svg className="activity-strip" viewBox={`0 0 ${BINS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {bins.map(({ reads, writes }, index) => {
        const [all, written] = [heightOf(reads + writes), writes === 0 ? 0 : heightOf(writes)];
        return all === 0 ? null : (
          // The order of bins never changes.
          <g key={index}>
            <rect className="activity-strip-read" x={index} y={HEIGHT - all} width={0.8} height={all} />
            <rect className="activity-strip-written" x={index} y={HEIGHT - written} width={0.8} height={written} />
          </g>
        );
      })}
    </svg>
  );
}
