// The official SDK's client behind `parley bridge`, as an editor has it.
import {
  client,
  ndJsonStream,
  type ClientConnection,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionNotification,
} from "@agentclientprotocol/sdk";
import { createInbox } from "@parley/test-support";
import { Writable } from "node:stream";
import type { Place, Running } from "../../run-parley.ts";
import { SeenBySurface, type Surface, type SurfaceName } from "./surface.ts";

interface Question {
  readonly request: RequestPermissionRequest;
  readonly answer: (response: RequestPermissionResponse) => void;
}

interface Meta {
  readonly parley?: {
    readonly actor?: { readonly surface?: string };
    readonly answered?: { readonly actor?: { readonly surface?: string } };
  };
}

export class SdkClient implements Surface {
  readonly name = "official-sdk";
  readonly updates = createInbox<SessionNotification>();
  readonly #questions = createInbox<Question>();
  readonly #running: Running;
  readonly #agent: ClientConnection["agent"];
  #seenQuestions = 0;
  readonly #decisions = new SeenBySurface();
  /** Prompts that the server did not take. */
  readonly #refusals: string[] = [];
  sessionId = "";

  private constructor(running: Running) {
    this.#running = running;
    const app = client({ name: this.name })
      .onNotification("session/update", ({ params }) => this.updates.push(params))
      .onRequest("session/request_permission", ({ params, signal }) => this.#ask(params, signal));
    const { child } = running;
    const encoder = new TextEncoder();
    const output = new ReadableStream<Uint8Array>({
      start: (controller) => {
        // It is read as text by the collector of the run, too.
        child.stdout.on("data", (text: string) => controller.enqueue(encoder.encode(text)));
        child.stdout.on("end", () => controller.close());
      },
    });
    const input = Writable.toWeb(child.stdin) as WritableStream<Uint8Array>;
    this.#agent = app.connect(ndJsonStream(input, output)).agent;
  }

  /** With a new session. */
  static async open(place: Place, agent: string): Promise<SdkClient> {
    const own = new SdkClient(place.start(["bridge", "--agent", agent], { keepsInputOpen: true }));
    await own.#agent.request("initialize", {
      protocolVersion: 1,
      clientInfo: { name: own.name, version: "1" },
      clientCapabilities: { session: { notices: {} } },
    });
    own.sessionId = (await own.#agent.request("session/new", { cwd: place.work, mcpServers: [] })).sessionId;
    return own;
  }

  async prompt(text: string): Promise<void> {
    // What becomes of the turn is seen by its updates.
    this.#agent
      .request("session/prompt", { sessionId: this.sessionId, prompt: [{ type: "text", text }] })
      .catch((error: unknown) => this.#refusals.push(`${text}: ${String(error)}`));
  }

  async allow(): Promise<void> {
    const { request, answer } = this.#questions.items.at(-1) as Question;
    const optionId = request.options.find(({ kind }) => kind === "allow_once")?.optionId ?? "";
    answer({ outcome: { outcome: "selected", optionId } });
  }

  async seesPrompt(text: string, by: SurfaceName): Promise<void> {
    await this.updates.find(`the prompt ${text} of ${by}`, ({ update }) => {
      if (update.sessionUpdate !== "user_message_chunk" || update.content.type !== "text") return false;
      return update.content.text === text && metaOf(update).parley?.actor?.surface === by;
    });
  }

  async seesAnswer(text: string): Promise<void> {
    await this.updates.find(`the answer ${text}`, ({ update }) => {
      const isSaid = update.sessionUpdate === "agent_message_chunk";
      return isSaid && this.#said.includes(text);
    });
  }

  async seesQuestion(): Promise<void> {
    this.#seenQuestions += 1;
    await this.#questions.find("a question", () => true, this.#seenQuestions);
  }

  async seesDecision(by: SurfaceName): Promise<void> {
    const isDecision = ({ update }: SessionNotification): boolean =>
      metaOf(update).parley?.answered?.actor?.surface === by;
    await this.updates.find(`a decision of ${by}`, isDecision, this.#decisions.next(by));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // One that is still open ends with the input, and is not refused.
    const refusals = [...this.#refusals];
    this.#running.child.stdin.end();
    await this.#running.ended;
    if (refusals.length > 0) throw new Error(`The server refused prompts: ${refusals.join("; ")}`);
  }

  get #said(): string {
    return this.updates.items
      .map(({ update }) =>
        update.sessionUpdate === "agent_message_chunk" && update.content.type === "text" ? update.content.text : "",
      )
      .join("");
  }

  #ask(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse> {
    return new Promise((answer, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      this.#questions.push({ request, answer });
    });
  }
}

function metaOf(update: SessionNotification["update"]): Meta {
  const { _meta: meta } = update as { readonly _meta?: Meta | null };
  return meta ?? {};
}
