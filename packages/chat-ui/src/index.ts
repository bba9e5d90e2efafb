// The chat as React components: given a view of chat-model and a port for what a person does.
export { Changes, type ChangesProps } from "./changes/Changes.tsx";
export type {
  ChangeList,
  ChangesPort,
  ChangesView,
  Reviewed,
  ReviewAction,
  ReviewTarget,
  ShownFile,
} from "./changes/changes-port.ts";
export type { ChatPort } from "./chat-port.ts";
export { Composer, type ComposerProps } from "./composer/Composer.tsx";
export type { ComposerPort, Draft, DraftKeeper, OfferedSymbol, Picker, QueuedItem } from "./composer/composer-port.ts";
export type { MentionedSession } from "./composer/use-completion.ts";
export { Conversation, type ConversationProps } from "./conversation/Conversation.tsx";
export type { SessionDetails } from "./details/details-data.ts";
export { Details, type DetailsProps } from "./details/Details.tsx";
export { Badge, type BadgeProps, type Tone } from "./parts/Badge.tsx";
export type { ConversationPort, DiffState } from "./conversation/conversation-port.ts";
export { Button, type ButtonProps } from "./parts/Button.tsx";
export { Card, type CardProps } from "./parts/Card.tsx";
export { CopyLine, type CopyLineProps } from "./parts/CopyLine.tsx";
export { DataTable, type Column, type DataTableProps } from "./parts/DataTable.tsx";
export { Dialog, type DialogProps } from "./parts/Dialog.tsx";
export { EmptyState, type EmptyStateProps } from "./parts/EmptyState.tsx";
export { FailureBoundary, type FailureBoundaryProps } from "./parts/FailureBoundary.tsx";
export { lazyPart, NotLoaded } from "./parts/lazy-part.tsx";
export { Loading, type LoadingProps } from "./parts/Loading.tsx";
export { Menu, type MenuEntry, type MenuProps } from "./parts/Menu.tsx";
export { Page, type PageProps } from "./parts/Page.tsx";
export { Problem, type ProblemProps } from "./parts/Problem.tsx";
export { toMessage } from "./parts/to-message.ts";
export { Section, type SectionProps } from "./parts/Section.tsx";
export { Inbox, type InboxProps, type InboxSession } from "./inbox/Inbox.tsx";
export type { InboxPort } from "./inbox/inbox-port.ts";
export type { AskedQuestion, QuestionEnd } from "./questions/asked-question.ts";
export { Questions, type QuestionsProps } from "./questions/Questions.tsx";
export type { ElicitationReply, PermissionReply, QuestionsPort } from "./questions/questions-port.ts";
export type { SessionEntry } from "./sessions/session-entry.ts";
export { SessionLink, type SessionLinkProps } from "./sessions/SessionLink.tsx";
export { SessionList, type SessionListProps } from "./sessions/SessionList.tsx";
export { StateDot } from "./sessions/StateDot.tsx";
export { formatWhen, STATUS_WORDS } from "./sessions/words.ts";
export { useNow } from "./state/use-now.ts";
export { useView, type Listenable } from "./state/use-view.ts";
