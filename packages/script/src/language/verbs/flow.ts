// Verbs that decide how the turn continues.
import { stoppingReasons } from "../step.ts";
import { TOUR_SCRIPT } from "../tour.ts";
import { mistake, textVerb, type Verb } from "../verb.ts";

export const flowVerbs: readonly Verb[] = [
  {
    name: "wait",
    usage: "wait MS",
    summary: "does nothing for MS milliseconds",
    example: "wait 250",
    parse: (line, { waitMsMax }) => {
      const ms = line.wholeNumber();
      if (ms === undefined || !line.atEnd) return undefined;
      return ms > waitMsMax ? mistake(`MS may be ${waitMsMax} at most`) : { kind: "wait", ms };
    },
  },
  {
    name: "stop",
    usage: `stop ${stoppingReasons.join("|")}`,
    summary: "ends the turn for that reason",
    example: "stop refusal",
    parse: (line) => {
      const reason = line.oneOf(stoppingReasons);
      return reason === undefined || !line.atEnd ? undefined : { kind: "stop", reason };
    },
  },
  textVerb(
    { name: "fail", usage: "fail MESSAGE", summary: "ends the turn with an error", example: "fail The model is down." },
    (message) => ({ kind: "fail", message }),
  ),
  {
    name: "tour",
    usage: "tour",
    summary: "plays all of this, except for what ends a turn",
    example: "tour",
    parse: (line) => (line.atEnd ? { kind: "macro", script: TOUR_SCRIPT } : undefined),
  },
  {
    name: "help",
    usage: "help",
    summary: "answers with this list",
    example: "help",
    parse: (line) => (line.atEnd ? { kind: "help" } : undefined),
  },
];
