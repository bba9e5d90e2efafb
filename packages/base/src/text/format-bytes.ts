// Human-readable sizes.
import { formatDecimal, tPlural } from "../words.ts";

const UNITS = ["KiB", "MiB", "GiB"] as const;
const STEP = 1024;

/** `512 bytes`, `1.5 KiB`, `2.0 MiB`. */
export function formatBytes(bytes: number): string {
  if (bytes < STEP) return tPlural(Math.round(bytes), "{0} byte", "{0} bytes");
  let size = bytes / STEP;
  let unit: string = UNITS[0];
  for (const next of UNITS.slice(1)) {
    if (size < STEP) break;
    size /= STEP;
    unit = next;
  }
  return `${formatDecimal(size, 1)} ${unit}`;
}
