// What is selected for the agent of a session: mode, model and further options, and how full its context is.
import { toName } from "../conversation/words.ts";
import { isUnknown, type SessionConfigOption, type UnknownVariant } from "@parley/acp";
import type { TranscriptState } from "@parley/acp/transcript";
import { formatCost, formatTokens } from "@parley/chat-model";
import { Section } from "../parts/Section.tsx";
import { Facts } from "./Facts.tsx";

type Option = Exclude<SessionConfigOption, UnknownVariant>;

export function OptionDetails({ state }: { readonly state: TranscriptState }) {
  const { modes, modeId, configOptions, usage, cost } = state;
  const mode = modes.find(({ id }) => id === modeId);
  const options = configOptions.filter((option): option is Option => !isUnknown(option));
  // An agent that has the mode as an option shows it once.
  const hasMode = options.some(({ category }) => category === "mode");
  const rows = [
    ["Mode", !hasMode && toName(mode?.name ?? modeId ?? "")] as const,
    ...options.map((option) => [toName(option.name), toSelected(option)] as const),
    ["Context", usage && `${formatTokens(usage.used)} of ${formatTokens(usage.size)} tokens`] as const,
    ["Cost", cost && formatCost(cost.amount, cost.currency)] as const,
  ];
  if (rows.every(([, value]) => value === null || value === false || value === "")) return null;
  return (
    <Section title="Options">
      <Facts rows={rows} />
    </Section>
  );
}

function toSelected(option: Option): string {
  if (option.type === "boolean") return option.currentValue ? "On" : "Off";
  const all = option.options.flatMap((one) => ("options" in one ? one.options : [one]));
  return toName(all.find(({ value }) => value === option.currentValue)?.name ?? option.currentValue);
}
