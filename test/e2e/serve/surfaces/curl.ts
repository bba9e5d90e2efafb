// curl: one that follows the session's events, and one for every request.
import { createInbox, type Inbox } from "@parley/test-support";
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import type { Served } from "../served.ts";
import { SeenBySurface, type Surface, type SurfaceName } from "./surface.ts";

const execute = promisify(execFile);

interface LoggedEvent {
  readonly seq: number;
  readonly type: string;
  readonly actor?: { readonly surface: string };
  readonly prompt?: unknown;
  readonly interactionId?: string;
  readonly [field: string]: unknown;
}

export class Curl implements Surface {
  readonly name = "api";
  readonly events: Inbox<LoggedEvent> = createInbox();
  readonly #server: Pick<Served, "url" | "token">;
  readonly #sessionId: string;
  #following: ChildProcess | undefined;
  #questions = 0;
  readonly #decisions = new SeenBySurface();

  constructor(server: Pick<Served, "url" | "token">, sessionId: string) {
    this.#server = server;
    this.#sessionId = sessionId;
    this.follow();
  }

  /** From the last event on, as an EventSource does it after a lost connection. */
  follow(): void {
    const { url, token } = this.#server;
    const last = this.events.items.at(-1)?.seq ?? 0;
    const headers = [`Authorization: Bearer ${token}`, "Accept: text/event-stream", `Last-Event-ID: ${last}`];
    const args = ["-sN", ...headers.flatMap((header) => ["-H", header]), `${url}/sessions/${this.#sessionId}/events`];
    const child = spawn("curl", args, { stdio: ["ignore", "pipe", "inherit"] });
    this.#following = child;
    createInterface({ input: child.stdout }).on("line", (line) => {
      const event = line.startsWith("data: {") ? (JSON.parse(line.slice("data: ".length)) as LoggedEvent) : undefined;
      if (event?.seq !== undefined) this.events.push(event);
    });
  }

  async prompt(text: string): Promise<void> {
    await this.#post(`/sessions/${this.#sessionId}/reply`, { user_message: text });
  }

  async allow(): Promise<void> {
    const asked = this.events.items.findLast(({ type }) => type === "permission_asked");
    await this.#post(`/interactions/${asked?.interactionId ?? ""}`, { action: "allow_once" });
  }

  async seesPrompt(text: string, by: SurfaceName): Promise<void> {
    const isPrompt = ({ type, prompt, actor }: LoggedEvent): boolean =>
      type === "prompt" && JSON.stringify(prompt).includes(text) && actor?.surface === by;
    await this.events.find(`the prompt ${text} of ${by}`, isPrompt);
  }

  async seesAnswer(text: string): Promise<void> {
    const isSaid = (event: LoggedEvent): boolean =>
      event.type === "update" && JSON.stringify(event).includes("agent_message_chunk") && this.#said.includes(text);
    await this.events.find(`the answer ${text}`, isSaid);
  }

  async seesQuestion(): Promise<void> {
    this.#questions += 1;
    await this.events.find("a question", ({ type }) => type === "permission_asked", this.#questions);
  }

  async seesDecision(by: SurfaceName): Promise<void> {
    const isDecision = ({ type, actor }: LoggedEvent): boolean =>
      type === "permission_answered" && actor?.surface === by;
    await this.events.find(`a decision of ${by}`, isDecision, this.#decisions.next(by));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#following;
    if (child === undefined || child.exitCode !== null || !child.kill("SIGKILL")) return;
    await once(child, "exit");
  }

  get #said(): string {
    return JSON.stringify(this.events.items.filter(({ type }) => type === "update"));
  }

  async #post(path: string, body: object): Promise<void> {
    const { url, token } = this.#server;
    const headers = [`Authorization: Bearer ${token}`, "Content-Type: application/json"];
    const args = ["-sS", "--fail-with-body", "-d", JSON.stringify(body), ...headers.flatMap((one) => ["-H", one])];
    await execute("curl", [...args, `${url}${path}`]);
  }
}
