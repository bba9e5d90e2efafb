// The chat as React components: given a view of chat-model and a port for what a person wishes.
export type { ChatPort } from "./chat-port.ts";
export { Composer, type ComposerProps } from "./composer/Composer.tsx";
export type { ComposerPort } from "./composer/composer-port.ts";
export { Conversation, type ConversationProps } from "./conversation/Conversation.tsx";
export { Button, type ButtonProps } from "./parts/Button.tsx";
export { Questions, type QuestionsProps } from "./questions/Questions.tsx";
export type { ElicitationReply, PermissionReply, QuestionsPort } from "./questions/questions-port.ts";
export { useView, type Listenable } from "./state/use-view.ts";
