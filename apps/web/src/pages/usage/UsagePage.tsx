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
  MEASURES,
  sumOf,
  USAGE_KEYS,
  type Measure,
  type UsageFilter,
  type UsageRow,
} from "./usage-rows.ts";
import "./UsagePage.css";

const ABOUT =
  "What turns have used, as agents reported it, and how long they ran, waiting for you included. It stays when a session is deleted, because it was spent.";
const RANGES = ["7 days", "30 days", "90 days"] as const;
const NARROWING = ["agent", "model", "folder"] as const;

export function UsagePage() {
  const [range, setRange] = useState<(typeof RANGES)[number]>("30 days");
  const [measure, setMeasure] = useState<Measure>("tokens");
  const days = daysUntil(dayOf(new Date()), Number.parseInt(range, 10));
  const [from = ""] = days;
  const reply = useReply("usage/get", { from, by: USAGE_KEYS });
  useEvents(["turn"], reply.reload);
  const actions = (
    <>
      <ChoiceButtons label="Range" choices={RANGES} chosen={range} onChoose={setRange} />
      <ChoiceButtons label="Measure" choices={MEASURES} chosen={measure} onChoose={setMeasure} />
    </>
  );
  return (
    <Page title="Usage" about={ABOUT} actions={actions}>
      <LoadedContent reply={reply} what="usage">
        {({ rows, is_cut: isCut }) =>
          rows.length === 0 ? (
            <EmptyState title="Nothing was used in this time">
              <p>Send a prompt to an agent, or choose a longer range.</p>
            </EmptyState>
          ) : (
            <>
              {isCut && <p role="note">There is more than fits here. Choose fewer days to see all of it.</p>}
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
        title="Behind it"
        count={shown.length}
        actions={Object.keys(filter).length > 0 && <Button onClick={() => setFilter({})}>Show everything</Button>}
      >
        <UsageTable rows={shown} />
      </Section>
    </>
  );
}
