// The rules that hold in a session: its level, its own patterns, those of the machine, and choices that were remembered.
import { neutralLine, revealLine } from "@parley/base";
import { Badge } from "../parts/Badge.tsx";
import { Problem } from "../parts/Problem.tsx";
import { Section } from "../parts/Section.tsx";
import type { SessionDetails } from "./details-data.ts";
import { Facts } from "./Facts.tsx";
import { LEVELS } from "./words.ts";

export interface RuleDetailsProps {
  readonly details: SessionDetails;
  readonly rulesHref: string;
}

type Verdict = NonNullable<SessionDetails["rules"]>["rules"][number]["verdict"];

interface Held {
  readonly key: string;
  readonly verdict: Verdict;
  readonly text: string;
  readonly from: string;
}

export function RuleDetails({ details, rulesHref }: RuleDetailsProps) {
  const { session, rules, trusted } = details;
  const { title, about } = LEVELS[session.level];
  const held = toHeld(details);
  const isTrusted = trusted?.some(({ path }) => path === session.working_dir);
  return (
    <Section title="Rules in effect" count={held.length} actions={<a href={rulesHref}>All rules</a>}>
      <Facts
        rows={[
          ["Level", `${title}: ${about}`],
          [
            "Folder settings",
            isTrusted !== undefined &&
              (isTrusted ? "Used, because this folder is trusted" : "Not used, because this folder is not trusted"),
          ],
        ]}
      />
      {rules !== undefined && rules.problems.length > 0 && (
        <Problem title="The rules file has errors" message={rules.problems.map(neutralLine).join("\n")} />
      )}
      <ul className="details-list">
        {held.map(({ key, verdict, text, from }) => (
          <li key={key}>
            <Badge tone={TONES[verdict]}>{verdict}</Badge> <code>{revealLine(text)}</code>
            <small>{from}</small>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const TONES = { allow: "good", ask: "need", deny: "bad", unknown: "plain" } as const;

/** In the order in which they were given: the session's, then the machine's. */
function toHeld({ session, rules }: SessionDetails): readonly Held[] {
  const { auto_allow: allowed, auto_reject: rejected } = session.rules;
  return [
    ...toOwn(rejected, "deny"),
    ...toOwn(allowed, "allow"),
    ...(rules?.rules ?? [])
      .filter((rule) => isHeldBy(rule.holds, session))
      .map(({ id, type, verdict, text }) => ({
        key: id,
        verdict,
        text,
        from: type === "choice" ? "Your remembered choice" : "From this machine",
      })),
  ];
}

function toOwn(texts: readonly string[], verdict: Verdict): Held[] {
  return texts.map((text, index) => ({ key: `${verdict} ${index}`, verdict, text, from: "From this session" }));
}

/** A choice may be of another session or of another folder. */
function isHeldBy(holds: unknown, { id, working_dir: folder }: SessionDetails["session"]): boolean {
  if (typeof holds !== "object" || holds === null) return true;
  const { sessionId, workspace } = holds as { readonly sessionId?: unknown; readonly workspace?: unknown };
  return (sessionId === undefined || sessionId === id) && (workspace === undefined || workspace === folder);
}
