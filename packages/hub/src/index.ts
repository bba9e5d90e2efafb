// Agents, sessions, turns and interactions behind every surface. The embedded store has an entry of its own.
export type {
  AgentCategory,
  AgentEntry,
  AgentFacts,
  AgentFilter,
  AgentKind,
  Agents,
  AgentSlot,
  AgentStatistics,
  KnownChoices,
} from "./api/agents.ts";
export type { GivenLaunch, GivenProgram, Variables } from "./api/given-launch.ts";
export { parseProgram, parseSecrets, parseVariables, type Parsed } from "./launches/parse-launch.ts";
export type { Complete, ExternalAgent, ExternalAgents, OwnAgent, OwnMode, OwnSlot } from "./api/sources.ts";
export type {
  Changes,
  ChangedQuestion,
  ChangedTurn,
  ChangesReader,
  ChangesReset,
  ChangesSubscription,
  HubChange,
  HubEvent,
} from "./api/changes.ts";
export type {
  EditorDocument,
  EditorFile,
  EditorRead,
  EditorReport,
  Editors,
  EditorSurface,
  EditorTool,
  EditorToolCall,
  EditorTools,
  EditorWrite,
  JoinedEditor,
} from "./api/editors.ts";
export type { EditorToolsProgram } from "./editors/editor-tools.ts";
export { createHub, type HubOptions } from "./create-hub.ts";
export type { RemoteCard } from "./api/remote-card.ts";
export type { Hub } from "./api/hub.ts";
export type { KeyedRequest } from "./api/keyed-request.ts";
export type { HubKeys, ServerKeysFile } from "./api/keys.ts";
export type {
  ElicitationInteraction,
  Interaction,
  InteractionQuery,
  Interactions,
  PermissionInteraction,
} from "./api/interactions.ts";
export type { ChangeList, FileChanges, ListedChange, ReviewAction, ShownChange } from "./api/file-changes.ts";
export type { HubTerminal, ShownTerminal, TerminalFollower, TerminalFollowing, Terminals } from "./api/terminals.ts";
export type { FileHistory, FileTouch, History } from "./api/history.ts";
export { isAbandoned, isAbandonedTurn } from "./log/abandoned.ts";
export type { EventPage, LoggedEvent, Subscriber, Subscription } from "./api/log.ts";
export { NOTIFY_EVENTS, type NotifyEvent, type NotifySetting } from "./api/notify.ts";
export { toProposedEvent } from "./plans/create-plans.ts";
export type { Plan, PlanResult, PlanRun, Plans, PlanTask, PlanTaskResult } from "./api/plans.ts";
export type { AgentJob, AgentJobProgress, AgentJobReport, AgentJobStep } from "./api/agent-jobs.ts";
export type {
  AddedProgram,
  CataloguedProgram,
  InstallChoice,
  InstalledProgram,
  InstallWork,
  NewProgram,
  ProgramCatalogue,
  RemovedProgram,
} from "./api/program-catalogue.ts";
export type { ListedProgram, ProgramProcess, ProgramSession } from "./api/programs.ts";
export type { Recipes, SavedRecipe } from "./api/recipes.ts";
export { AUTO, AUTO_ENTRY, isPlanPrompt } from "./auto/auto-agent.ts";
export type { Rewind, RewindPoints, RewindRequest, Rewound } from "./api/rewind.ts";
export type { FileHits, SessionFiles } from "./api/files.ts";
export type { SessionWorktree, Worktrees } from "./api/worktrees.ts";
export type { HubRules, TrustedFolder } from "./api/rules.ts";
export type { Routing, RoutingDecision } from "./api/routing.ts";

export { readAgentChoices } from "./links/agent-choices.ts";
export { readAgentFacts } from "./links/agent-facts.ts";
export type { AgentLink } from "./api/agent-link.ts";
export type { OpenRemoteOptions, RemoteAgents } from "./api/remote-agents.ts";
export { createSampleFolder } from "./samples/create-sample-folder.ts";
export { isSameFolder } from "./sessions/same-folder.ts";
export { describeToolCall } from "./text/describe-tool-call.ts";
export type {
  HubSession,
  NewHubSession,
  OpenedSession,
  SessionHit,
  SessionPage,
  SessionQuery,
  Sessions,
} from "./api/sessions.ts";
export type { McpOffer, OfferedTool, OpenMcpOffer, SessionOffer } from "./api/session-offer.ts";
export type {
  AgentSettings,
  AgentTotals,
  EventBatch,
  HubStore,
  HubStoreReader,
  SearchText,
  SessionRow,
  StoredHit,
  TurnOutcome,
} from "./api/store.ts";
export {
  isOver,
  ON_DISCONNECT,
  TURN_APPROVALS,
  TURN_STATES,
  WHEN_BUSY,
  type NewTurn,
  type OnDisconnect,
  type Turn,
  type TurnAndEvents,
  type TurnApproval,
  type TurnPage,
  type TurnQuery,
  type Turns,
  type TurnState,
  type WhenBusy,
} from "./api/turns.ts";
export { USAGE_KEYS, type UsageKey, type UsageQuery, type UsageRow, type Usages, type UsageSum } from "./api/usage.ts";
export { openHubFeed, type HubFeed, type HubFeedOptions } from "./views/hub-feed.ts";
export type { AllSessions, FrameRow, SessionView, SessionViewChange, Viewer, Views } from "./api/views.ts";
