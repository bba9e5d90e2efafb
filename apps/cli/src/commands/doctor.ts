// `parley doctor`: runs all checks one after the other, and suggests fixes.
import { describeError } from "../describe-error.ts";
import type { CommandContext, Run } from "../command.ts";
import { checkAgents, checkRegistry, checkTools } from "../doctor/agents.ts";
import { fail, type Check, type Finding, type Health } from "../doctor/finding.ts";
import { checkConfig, checkHome, checkRules } from "../doctor/home.ts";
import { checkLeftovers } from "../doctor/leftovers.ts";
import { checkGit, checkNode, checkPty } from "../doctor/machine.ts";
import { checkModel } from "../doctor/model.ts";
import { checkSandbox } from "../doctor/sandbox.ts";
import { checkServerOfHome } from "../doctor/server.ts";
import { checkSessions } from "../doctor/sessions.ts";
import { checkStore } from "../doctor/store.ts";
import { ExitCodes } from "../exit-codes.ts";
import { printJson, printLines } from "../output/print.ts";
import { line, span, type Line, type StyleName } from "../terminal/line.ts";
import type { doctorUsage } from "../usage/doctor.ts";
import { neutralLine, plural, VERSION } from "@parley/base";

/** A check is a row here, and a function in doctor/. */
const CHECKS: Readonly<Record<string, Check>> = {
  node: checkNode,
  git: checkGit,
  home: checkHome,
  config: checkConfig,
  rules: checkRules,
  server: checkServerOfHome,
  model: checkModel,
  agents: checkAgents,
  registry: checkRegistry,
  tools: checkTools,
  pty: checkPty,
  sandbox: checkSandbox,
  store: checkStore,
  sessions: checkSessions,
  leftovers: checkLeftovers,
};

const MARKS: Readonly<Record<Health, readonly [text: string, style: StyleName]>> = {
  ok: ["ok  ", "good"],
  warn: ["warn", "warn"],
  fail: ["fail", "bad"],
};

export const run: Run<typeof doctorUsage> = async ({ flags }, context) => {
  const findings = (await Promise.all(Object.entries(CHECKS).map(([id, check]) => look(id, check, context)))).flat();
  const isHealthy = findings.every(({ health }) => health !== "fail");
  if (flags.json) printJson({ version: VERSION, isHealthy, findings });
  else printLines([...findings.flatMap(drawFinding), drawSum(findings)], context);
  return isHealthy ? ExitCodes.endTurn : ExitCodes.unexpected;
};

async function look(id: string, check: Check, context: CommandContext): Promise<readonly Finding[]> {
  try {
    return await check(context);
  } catch (error) {
    return [fail(id, describeError(error))];
  }
}

function drawFinding({ health, text, fix }: Finding): readonly Line[] {
  const [mark, style] = MARKS[health];
  const first = line(span(mark, style), `  ${neutralLine(text)}`);
  return fix === undefined ? [first] : [first, line(span(`      ${neutralLine(fix)}`, "accent"))];
}

function drawSum(findings: readonly Finding[]): Line {
  const count = (health: Health): number => findings.filter((finding) => finding.health === health).length;
  const [warnings, failures] = [count("warn"), count("fail")];
  const warned = warnings === 0 ? "" : ` (${plural(warnings, "warning")})`;
  if (failures > 0) return line(span(`${plural(failures, "problem")} found${warned}.`, "bad"));
  return warnings > 0 ? line(`Parley works${warned}.`) : line(span("Everything works.", "good"));
}
