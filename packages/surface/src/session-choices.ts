// The choices of one session's agent: modes, models and options. Requesting them starts the agent.
import { isUnknown } from "@parley/acp";
import type { Operations } from "@parley/contract";
import type { Remote } from "@parley/remote";

type Reply = Operations["sessions/choices"]["reply"];

export class SessionChoices {
  readonly #remote: Remote;
  readonly #sessionId: string;
  readonly #listeners = new Set<() => void>();
  #isAsked = false;
  #choices: Reply["choices"] | undefined;

  constructor(remote: Remote, sessionId: string) {
    this.#remote = remote;
    this.#sessionId = sessionId;
  }

  /** Undefined until the user is about to write. */
  get choices(): Reply["choices"] | undefined {
    return this.#choices;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Requests them once; if the agent does not start, the conversation says why. */
  prepare(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    void this.refresh();
  }

  /** Requests them, and waits for the answer. */
  async load(): Promise<void> {
    this.#isAsked = true;
    this.#take(await this.#remote.request("sessions/choices", { id: this.#sessionId }));
  }

  /** Reloads them after the session or its agent changed something, if they were requested. */
  async refresh(): Promise<void> {
    if (!this.#isAsked) return;
    try {
      this.#take(await this.#remote.request("sessions/choices", { id: this.#sessionId }));
    } catch {
      this.#isAsked = false;
    }
  }

  async choose(pickerId: string, value: string): Promise<void> {
    const id = this.#sessionId;
    if (pickerId === "mode") this.#take(await this.#remote.request("sessions/setMode", { id, mode_id: value }));
    else if (pickerId === "model") this.#take(await this.#remote.request("sessions/setModel", { id, model_id: value }));
    else await this.#setOption(pickerId, value);
  }

  async #setOption(configId: string, value: string): Promise<void> {
    const option = this.#choices?.configOptions.find((one) => !isUnknown(one) && one.id === configId);
    const isBoolean = option?.type === "boolean";
    const params = { id: this.#sessionId, configId, value: isBoolean ? value === "true" : value };
    this.#take(await this.#remote.request("sessions/setOption", params));
  }

  #take({ choices }: Reply): void {
    this.#choices = choices;
    for (const listener of this.#listeners) listener();
  }
}
