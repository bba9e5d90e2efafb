// Tokens, cost, time and turns by day, agent, model and folder. Every bar narrows everything else down to what is behind it.
import { Button, EmptyState, Page, Section } from "@parley/chat-ui";
import { useState } from "react";
import { useEvents } from "../../server/use-events.ts";
import { useReply } from "../../server/use-reply.ts";
import { ChoiceButtons } from "../ChoiceButtons.tsx";
import { LoadedContent } from "../LoadedContent.tsx";
import { DayBars } from "./DayBars.tsx";
import { FilterChips } from "./FilterChips.tsx";
import { KeyBars } from "./KeyBars.tsx";
import { UsageSums } from "./UsageSums.tsx";
import { UsageTable } from "./UsageTable.tsx";
import {
  applyFilter,
  changeFilter,
  dayOf,
  daysUntil,
  firstMeasure,
  MEASURES,
  sumOf,
  USAGE_KEYS,
  type Measure,
  type UsageFilter,
  type UsageRow,
} from "./usage-rows.ts";
import "./UsagePage.css";

const ABOUT =
  "Tokens and cost as reported by the agents, and how long turns ran, including time spent waiting for you. Usage is kept when a session is deleted.";
const RANGES = ["7 days", "30 days", "90 days"] as const;
const NARROWING = ["agent", "model", "folder"] as const;

export function UsagePage() {
  const [range, setRange] = useState<(typeof RANGES)[number]>("30 days");
  const [chosen, setMeasure] = useState<Measure>();
  const days = daysUntil(dayOf(new Date()), Number.parseInt(range, 10));
  const [from = ""] = days;
  const reply = useReply("usage/get", { from, by: USAGE_KEYS });
  useEvents(["turn"], reply.reload);
  const measure = chosen ?? firstMeasure(reply.value?.rows ?? []);
  const actions = (
    <>
      <ChoiceButtons label="Period" choices={RANGES} chosen={range} onChoose={setRange} />
      <ChoiceButtons label="Measure" choices={MEASURES} chosen={measure} onChoose={setMeasure} />
    </>
  );
  return (
    <Page title="Usage" about={ABOUT} actions={actions}>
      <LoadedContent reply={reply} what="usage">
        {({ rows, is_cut: isCut }) =>
          rows.length === 0 ? (
            <EmptyState title="No usage in this period">
              <p>Send a prompt to an agent, or choose a longer period.</p>
            </EmptyState>
          ) : (
            <>
              {isCut && <p role="note">Only part of the usage fits here. Choose a shorter period to see all of it.</p>}
              <Usage rows={rows} days={days} measure={measure} />
            </>
          )
        }
      </LoadedContent>
    </Page>
  );
}

interface UsageProps {
  readonly rows: readonly UsageRow[];
  readonly days: readonly string[];
  readonly measure: Measure;
}

function Usage({ rows, days, measure }: UsageProps) {
  const [filter, setFilter] = useState<UsageFilter>({});
  const shown = applyFilter(rows, filter);
  return (
    <>
      <FilterChips filter={filter} onChange={setFilter} />
      <UsageSums sums={sumOf(shown)} />
      <Section title="By day">
        <DayBars
          rows={applyFilter(rows, changeFilter(filter, "day", undefined))}
          days={days}
          measure={measure}
          chosen={filter.day}
          onChoose={(day) => setFilter(changeFilter(filter, "day", day))}
        />
      </Section>
      <div className="usage-keys">
        {NARROWING.map((key) => (
          <Section key={key} title={`By ${key}`}>
            <KeyBars
              rows={shown}
              by={key}
              measure={measure}
              chosen={filter[key]}
              onChoose={(name) => setFilter(changeFilter(filter, key, name))}
            />
          </Section>
        ))}
      </div>
      <Section
        title="Breakdown"
        count={shown.length}
        actions={Object.keys(filter).length > 0 && <Button onClick={() => setFilter({})}>Show all</Button>}
      >
        <UsageTable rows={shown} />
      </Section>
    </>
  );
}
