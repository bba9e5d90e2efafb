// Describes what a hub did with a conversation in one sentence.
import { t } from "@parley/base";
import { describeReview } from "../describe-review.ts";
import { describeRewind } from "../describe-rewind.ts";
import type {
  ClearedEvent,
  HandedOverEvent,
  PlanProposedEvent,
  ReviewEvent,
  RewoundEvent,
  RoutedEvent,
} from "../session-event.ts";

type Step = RoutedEvent | PlanProposedEvent | HandedOverEvent | ClearedEvent | ReviewEvent | RewoundEvent;

export function describeStep(event: Step): string {
  switch (event.type) {
    case "review":
      return describeReview(event);
    case "rewound":
      return describeRewind(event);
    case "routed":
      return t("For {0}: {1}", event.agent, event.reasoning);
    case "plan_proposed":
      return [t("A plan:"), ...event.tasks.map(describeTask)].join("\n");
    case "handed_over":
      return t("Handed over from {0} to {1}", event.from, event.to);
    case "cleared":
      return t("A new conversation starts here");
  }
}

function describeTask({ id, dependsOn, agent, description }: PlanProposedEvent["tasks"][number]): string {
  const after = dependsOn.length === 0 ? "" : ` (${t("after {0}", dependsOn.join(", "))})`;
  return `${id}. ${agent}: ${description}${after}`;
}
