// Agents, sessions, turns and interactions behind every surface. The embedded store has an entry of its own.
export type {
  AgentCategory,
  AgentEntry,
  AgentFilter,
  AgentKind,
  Agents,
  AgentSlot,
  AgentStatistics,
} from "./agents/agents.ts";
export type { Complete, ExternalAgent, ExternalAgents, OwnAgent, OwnMode, OwnSlot } from "./agents/sources.ts";
export { createHub, type HubOptions } from "./create-hub.ts";
export type { RemoteCard } from "./agents/remote-card.ts";
export type { Hub } from "./hub.ts";
export type {
  ElicitationInteraction,
  Interaction,
  InteractionQuery,
  Interactions,
  PermissionInteraction,
} from "./interactions/interactions.ts";
export type { EventPage, LoggedEvent, Subscriber, Subscription } from "./log/log.ts";
export { toProposedEvent } from "./plans/create-plans.ts";
export type { Plan, PlanResult, PlanRun, Plans, PlanTask, PlanTaskResult } from "./plans/plans.ts";
export type { Recipe, RecipeParameter, Recipes, SavedRecipe } from "./recipes/recipes.ts";
export { AUTO, AUTO_ENTRY, isPlanPrompt } from "./routing/auto-agent.ts";
export type { Routing, RoutingDecision } from "./routing/routing.ts";

export { readAgentFacts, type AgentFacts } from "./links/agent-facts.ts";
export type { AgentLink } from "./links/agent-link.ts";
export type { OpenRemoteOptions, RemoteAgents } from "./links/remote-agents.ts";
export { checkFolder } from "./sessions/check-session.ts";
export { isBase64 } from "./text/check-content.ts";
export { describeToolCall } from "./text/describe-tool-call.ts";
export type {
  HubSession,
  NewHubSession,
  OpenedSession,
  SessionHit,
  SessionPage,
  SessionQuery,
  Sessions,
} from "./sessions/sessions.ts";
export type { McpOffer, OfferedTool, OpenMcpOffer, SessionOffer } from "./sessions/session-offer.ts";
export type {
  AgentSettings,
  AgentTotals,
  EventBatch,
  HubStore,
  SearchText,
  SessionRow,
  StoredHit,
  TurnOutcome,
} from "./store/store.ts";
export {
  isOver,
  TURN_STATES,
  type NewTurn,
  type Turn,
  type TurnPage,
  type TurnQuery,
  type Turns,
  type TurnState,
} from "./turns/turns.ts";
export { openHubFeed, type HubFeed, type HubFeedOptions } from "./views/hub-feed.ts";
export type { AllSessions, FrameRow, SessionView, SessionViewChange, Viewer, Views } from "./views/views.ts";
