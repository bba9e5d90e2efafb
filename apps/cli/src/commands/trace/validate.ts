// `parley trace validate`: lists violations of the protocol in a trace, with line numbers.
import { neutralLine, plural } from "@parley/base";
import { validateTrace, type Finding, type Severity, type Validation } from "@parley/observe";
import { listenForStop } from "../../client/stop-signals.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printLines } from "../../output/print.ts";
import { line, span, type Line, type StyleName } from "../../terminal/line.ts";
import type { traceValidateUsage } from "../../usage/trace.ts";
import { nameOf, openFile } from "./open-file.ts";

const ORDER: readonly Severity[] = ["info", "warning", "error"];
const STYLES: Readonly<Record<Severity, StyleName>> = { error: "bad", warning: "warn", info: "dim" };
const LINE_COLUMNS = 6;

export const run: Run<typeof traceValidateUsage> = async ({ flags, positionals }, context) => {
  using stop = listenForStop();
  const least = ORDER.indexOf(flags.level ?? "warning");
  const validated: (Validation & { readonly file: string })[] = [];
  for (const path of positionals) {
    const validation = await validateTrace(openFile(path, { signal: stop.asked, isSilent: true }));
    const findings = validation.findings.filter(({ severity }) => ORDER.indexOf(severity) >= least);
    validated.push({ file: nameOf(path), ...validation, findings });
  }
  const isValid = validated.every(
    (one) => isTrace(one) && one.counts.error === 0 && !(flags.strict && one.counts.warning > 0),
  );
  if (flags.json) printJson({ isValid, traces: validated });
  else for (const validation of validated) printValidation(validation, context);
  return isValid ? ExitCodes.endTurn : ExitCodes.unexpected;
};

/** A file without any frame is not a trace, or its beginning was cut off. */
function isTrace({ frames, connections }: Validation): boolean {
  return frames > 0 || connections > 0;
}

function printValidation(validation: Validation & { readonly file: string }, context: CommandContext): void {
  const { file, findings, counts, frames } = validation;
  const hidden = counts.error + counts.warning + counts.info - findings.length;
  const isGood = counts.error === 0 && isTrace(validation);
  const sum = `${frames} frames: ${plural(counts.error, "error")}, ${plural(counts.warning, "warning")}, ${plural(counts.info, "note")}`;
  printLines(
    [
      line(span(file, "heading")),
      ...findings.map(drawFinding),
      ...drawCounts(validation),
      ...(isTrace(validation) ? [] : [line(span("Not a trace: nothing in it was recorded by parley proxy.", "bad"))]),
      line(
        span(sum, isGood ? (counts.warning === 0 ? "good" : "warn") : "bad"),
        hidden > 0 ? span(`  (${hidden} not shown)`, "dim") : undefined,
      ),
      [],
    ],
    context,
  );
}

function drawFinding({ line: number, severity, code, message, by }: Finding): Line {
  return line(
    span(`${String(number).padStart(LINE_COLUMNS)} `, "dim"),
    span(severity.padEnd(8), STYLES[severity]),
    span((by ?? "").padEnd(7), "dim"),
    neutralLine(message),
    span(`  ${code}`, "dim"),
  );
}

function drawCounts({ byCode }: Validation): readonly Line[] {
  const parts = Object.entries(byCode).map(([code, count]) => `${code} ${count}`);
  return parts.length < 2 ? [] : [line(span(parts.join(", "), "dim"))];
}
