// Searches with ripgrep, as a guarded process that is stopped once there are enough results.
import { within } from "@parley/base";
import { RIPGREP_EXCLUDED, RIPGREP_OPTIONS } from "@parley/machine";
import { spawnProcess } from "@parley/machine/processes";
import { GREP_DRAIN_MS_MAX, GREP_LINE_CHARS_MAX, GREP_MS_MAX } from "../../limits.ts";
import { GrepOutput } from "./grep-output.ts";
import type { GrepAnswer, GrepRequest } from "./grep-request.ts";

const MODE_OPTIONS = {
  content: ["--line-number", "--no-heading", "--with-filename"],
  files: ["--files-with-matches"],
  count: ["--count-matches", "--with-filename"],
} as const;

export async function searchWithRipgrep(
  program: string,
  request: GrepRequest,
  signal: AbortSignal,
): Promise<GrepAnswer> {
  if (signal.aborted) return { files: [], isCut: true, notes: ["Cancelled"] };
  const output = new GrepOutput(request.mode);
  await using running = await spawnProcess({ command: program, args: toArguments(request), cwd: request.folder });
  running.stdin.end();
  const stopped = new AbortController();
  const stop = AbortSignal.any([signal, stopped.signal, AbortSignal.timeout(GREP_MS_MAX)]);
  const end = (): void => void running.end();
  stop.addEventListener("abort", end, { once: true });
  if (stop.aborted) end();
  running.stdout.on("data", (chunk: Buffer) => {
    output.push(chunk);
    if (output.isFull) stopped.abort();
  });
  const drained = new Promise((resolve) => running.stdout.once("close", resolve));
  const { exitCode } = await running.exited;
  await within(drained, GREP_DRAIN_MS_MAX);
  stop.removeEventListener("abort", end);
  const result = output.finish();
  if (output.isFull) return result;
  if (stop.aborted) {
    const why = signal.aborted ? "Cancelled" : `Stopped after ${GREP_MS_MAX / 1000} seconds: search a smaller folder`;
    return { ...result, isCut: true, notes: [why] };
  }
  // Exit code 1 means no matches; 2 with results means that some file could not be read.
  const isFailure = exitCode !== 0 && exitCode !== 1 && result.files.length === 0;
  const said = running.stderrKept.text().trim();
  return isFailure && said !== "" ? { failed: said } : result;
}

function toArguments(request: GrepRequest): string[] {
  const { pattern, isLiteral, isCaseInsensitive, mode, context, glob, file } = request;
  return [
    ...RIPGREP_OPTIONS,
    "--sort=path",
    `--max-columns=${GREP_LINE_CHARS_MAX}`,
    "--max-columns-preview",
    ...MODE_OPTIONS[mode],
    ...(mode === "content" && context > 0 ? [`--context=${context}`] : []),
    ...(isCaseInsensitive ? ["--ignore-case"] : []),
    ...(isLiteral ? ["--fixed-strings"] : []),
    ...(/\n|\\n/.test(pattern) ? ["--multiline"] : []),
    ...(file === undefined && glob !== undefined ? [`--glob=${glob}`] : []),
    ...(file === undefined ? RIPGREP_EXCLUDED : []),
    `--regexp=${pattern}`,
    "--",
    `./${file ?? ""}`,
  ];
}
