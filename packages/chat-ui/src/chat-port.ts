// What a person can do in a conversation. A surface carries it out: over a connection, or by a message to its host.
import type { ComposerPort } from "./composer/composer-port.ts";
import type { ConversationPort } from "./conversation/conversation-port.ts";
import type { QuestionsPort } from "./questions/questions-port.ts";

export interface ChatPort extends ComposerPort, ConversationPort, QuestionsPort {}
