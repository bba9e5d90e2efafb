// The rules of the machine and the choices that were remembered: what holds, add, revoke.
import { revealLine } from "@parley/base";
import { Badge, Button, DataTable, EmptyState, Problem, Section } from "@parley/chat-ui";
import type { Operations } from "@parley/contract";
import { useServer } from "../../server/page-server.ts";
import { useAction } from "../../server/use-action.ts";
import { useReply } from "../../server/use-reply.ts";
import { LoadedContent } from "../LoadedContent.tsx";
import { AddRule } from "./AddRule.tsx";
import { describeScope, formatTime, ORIGINS, TONES } from "./words.ts";

type Rules = Operations["rules/list"]["reply"];
type Rule = Rules["rules"][number];

export function RulesSection() {
  const reply = useReply("rules/list", {});
  return (
    <Section
      title="Active rules"
      count={reply.value?.rules.length}
      about={reply.value && <File path={reply.value.file} />}
    >
      <AddRule onAdded={reply.reload} />
      <LoadedContent reply={reply} what="rules">
        {(rules) => <Listed rules={rules} onChanged={reply.reload} />}
      </LoadedContent>
    </Section>
  );
}

function File({ path }: { readonly path: string }) {
  return (
    <>
      Stored in <code>{revealLine(path)}</code>, which you can also edit. Changes apply at once, even during a turn.
    </>
  );
}

function Listed({ rules, onChanged }: { readonly rules: Rules; readonly onChanged: () => void }) {
  const { remote } = useServer();
  const { run, isRunning, error } = useAction();
  const revoke = (rule: Rule) =>
    run(async () => {
      await remote.request("rules/revoke", { rule: rule.id });
      onChanged();
    });
  return (
    <>
      {rules.problems.length > 0 && (
        <Problem
          title="The rules file has errors. Until they are fixed, Parley asks about anything it might cover"
          message={rules.problems.map(revealLine).join("\n")}
        />
      )}
      {error !== undefined && <Problem title="Could not revoke the rule" message={error} />}
      {rules.rules.length === 0 ? (
        <EmptyState title="No rules yet">
          <p>
            Until then, the approval level of each session decides what agents ask about. Add a rule, or let Parley
            remember your answer to a question.
          </p>
        </EmptyState>
      ) : (
        <DataTable
          label="Rules"
          rows={rules.rules}
          keyOf={({ id }) => id}
          columns={[
            { title: "Verdict", cell: ({ verdict }) => <Badge tone={TONES[verdict]}>{verdict}</Badge> },
            { title: "Rule", cell: ({ text }) => <code>{revealLine(text)}</code> },
            { title: "From", cell: describeOrigin },
            {
              title: "Actions",
              cell: (rule) => (
                <Button
                  look="quiet"
                  disabled={isRunning}
                  aria-label={`Revoke ${revealLine(rule.text)}`}
                  onClick={() => revoke(rule)}
                >
                  Revoke
                </Button>
              ),
            },
          ]}
        />
      )}
    </>
  );
}

function describeOrigin({ type, holds, made_at: madeAt }: Rule): string {
  const when = madeAt === undefined ? "" : `, ${formatTime(madeAt)}`;
  return type === "choice" ? `${ORIGINS[type]}. ${revealLine(describeScope(holds))}${when}` : ORIGINS[type];
}
