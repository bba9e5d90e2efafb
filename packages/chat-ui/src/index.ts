// The chat as React components: given a view of chat-model and a port for what a person wishes.
export type { ChatPort } from "./chat-port.ts";
export { Composer, type ComposerProps } from "./composer/Composer.tsx";
export type { ComposerPort } from "./composer/composer-port.ts";
export { Conversation, type ConversationProps } from "./conversation/Conversation.tsx";
export { Badge, type BadgeProps, type Tone } from "./parts/Badge.tsx";
export { Button, type ButtonProps } from "./parts/Button.tsx";
export { Card, type CardProps } from "./parts/Card.tsx";
export { CopyLine, type CopyLineProps } from "./parts/CopyLine.tsx";
export { DataTable, type Column, type DataTableProps } from "./parts/DataTable.tsx";
export { EmptyState, type EmptyStateProps } from "./parts/EmptyState.tsx";
export { Loading, type LoadingProps } from "./parts/Loading.tsx";
export { Page, type PageProps } from "./parts/Page.tsx";
export { Problem, type ProblemProps } from "./parts/Problem.tsx";
export { Section, type SectionProps } from "./parts/Section.tsx";
export { Questions, type QuestionsProps } from "./questions/Questions.tsx";
export type { ElicitationReply, PermissionReply, QuestionsPort } from "./questions/questions-port.ts";
export { useView, type Listenable } from "./state/use-view.ts";
