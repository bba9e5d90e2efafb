// One session with one agent: what is sent and what comes back becomes session events, the transcript and a view.
import {
  connectToAgent,
  createEventSequence,
  PROTOCOL_VERSION,
  type AgentConnection,
  type ClientHandlers,
  type SessionEventBody,
} from "@parley/acp";
import { createTranscript } from "@parley/acp/transcript";
import { createId, type Log } from "@parley/base";
import { RpcError, type Transport } from "@parley/rpc";
import { VERSION } from "../version.ts";
import type { Paint } from "./paint.ts";
import { askElicitation, askPermission, type AskLine } from "./questions.ts";
import { TranscriptView } from "./view.ts";

export interface ConversationOptions {
  readonly cwd: string;
  readonly log: Log;
  readonly paint: Paint;
  readonly write: (text: string) => void;
  /** How a person is asked; without one, every question is answered with `cancelled`. */
  readonly ask: AskLine | undefined;
}

export class Conversation {
  readonly #options: ConversationOptions;
  readonly #agent: AgentConnection;
  readonly #events = createEventSequence(createId());
  readonly #transcript = createTranscript();
  readonly #view: TranscriptView;
  #agentSessionId = "";
  /** Whether something had to be asked and nobody was there. */
  hadNobodyToAsk = false;

  constructor(transport: Transport, options: ConversationOptions) {
    this.#options = options;
    this.#view = new TranscriptView(options.write, options.paint);
    this.#agent = connectToAgent(transport, () => this.#handlers(), {
      onProblem: ({ kind, ...rest }) => {
        const method = "method" in rest ? { method: rest.method } : {};
        options.log.write("warn", "the agent sent something odd", { kind, ...method });
      },
    });
  }

  /** Introduces both sides and starts a session; says who is at the other end. */
  async open(): Promise<string> {
    const { agentInfo } = await this.#agent.request("initialize", {
      protocolVersion: PROTOCOL_VERSION,
      clientInfo: { name: "parley", title: "Parley", version: VERSION },
      clientCapabilities: {
        session: { notices: {}, compaction: {}, configOptions: { boolean: {} } },
        elicitation: { form: {} },
      },
    });
    const { cwd } = this.#options;
    const { sessionId } = await this.#agent.request("session/new", { cwd, mcpServers: [] });
    this.#agentSessionId = sessionId;
    const agent = { name: agentInfo?.name ?? "agent", version: agentInfo?.version };
    this.#record({ type: "agent_started", agent, agentSessionId: sessionId, cwd });
    return `${agentInfo?.title ?? agent.name} ${agentInfo?.version ?? ""}`.trim();
  }

  /** Runs one turn to its end; the stop reason, or `error` when the agent answered with one. */
  async prompt(text: string): Promise<string> {
    const prompt = [{ type: "text" as const, text }];
    this.#record({ type: "prompt", prompt });
    try {
      const { stopReason, usage } = await this.#agent.request("session/prompt", {
        sessionId: this.#agentSessionId,
        prompt,
      });
      this.#record({ type: "stop", stopReason, usage: usage ?? undefined });
      return stopReason;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      this.#record({ type: "stop", error: { code: error.code, message: error.message } });
      return "error";
    } finally {
      this.#view.settle();
    }
  }

  cancel(): void {
    this.#agent.notify("session/cancel", { sessionId: this.#agentSessionId });
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  #handlers(): ClientHandlers {
    return {
      "session/update": ({ update }) => this.#record({ type: "update", update }),
      "session/request_permission": async ({ toolCall, options }, { signal }) => {
        const interactionId = createId();
        this.#record({ type: "permission_asked", interactionId, toolCall, options });
        const outcome = await this.#question((asking) => askPermission(options, signal, asking), {
          outcome: "cancelled" as const,
        });
        this.#record({ type: "permission_answered", interactionId, outcome, by: signal.aborted ? "cancel" : "user" });
        return { outcome };
      },
      "elicitation/create": async (request, { signal }) => {
        const interactionId = createId();
        this.#record({ type: "elicitation_asked", interactionId, request });
        const response = await this.#question((asking) => askElicitation(request, signal, asking), {
          action: "cancel" as const,
        });
        this.#record({ type: "elicitation_answered", interactionId, response, by: "user" });
        return response;
      },
    };
  }

  #question<Answer>(put: (asking: Asking) => Promise<Answer>, none: Answer): Promise<Answer> {
    const { ask, paint, write } = this.#options;
    this.#view.settle();
    if (ask === undefined) {
      this.hadNobodyToAsk = true;
      return Promise.resolve(none);
    }
    return put({ ask, paint, say: (text) => write(`${text}\n`) });
  }

  #record(body: SessionEventBody): void {
    this.#view.draw(this.#transcript.apply(this.#events.next(body)));
  }
}

interface Asking {
  readonly ask: AskLine;
  readonly paint: Paint;
  readonly say: (text: string) => void;
}
