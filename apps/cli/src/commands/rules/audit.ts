// `parley rules audit`: past decisions about agents' requests, latest first.
import { readAudit, type AuditedDecision } from "@parley/home/judge";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printNotice, printTable } from "../../output/print.ts";
import { ago, toIso } from "../../output/time.ts";
import type { rulesAuditUsage } from "../../usage/rules.ts";

const SHOWN = 20;

export const run: Run<typeof rulesAuditUsage> = async ({ flags }, context) => {
  const { session: sessionId, verdict, limit = SHOWN } = flags;
  const { decisions } = await readAudit(context.home, { sessionId, verdict, limit });
  const now = Date.now();
  if (flags.json) printJson({ decisions: decisions.map((decision) => ({ ...decision, at: toIso(decision.at) })) });
  else if (decisions.length === 0) printNotice("No decisions yet.");
  else {
    printTable<AuditedDecision>(
      [
        { title: "WHEN", text: ({ at }) => ago(at, now) },
        { title: "VERDICT", text: ({ verdict: one }) => one },
        { title: "BY", text: ({ by, rule }) => by ?? rule },
        { title: "AGENT", text: ({ agent }) => agent },
        { title: "WHAT", text: ({ kind, subject }) => `${kind} ${subject}`, shrinks: "end" },
      ],
      decisions,
      context,
    );
  }
  return ExitCodes.endTurn;
};
