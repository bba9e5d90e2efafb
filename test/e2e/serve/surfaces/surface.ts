// One place from which a person uses a session: what they can do there, and what they see of the others.

/** How a surface is named in the log of a session. */
export type SurfaceName = "terminal" | "page" | "api" | "official-sdk";

export interface Surface extends AsyncDisposable {
  readonly name: SurfaceName;
  prompt(text: string): Promise<void>;
  /** Allows what the agent asks for now, once. */
  allow(): Promise<void>;
  /** A prompt, and who sent it. */
  seesPrompt(text: string, by: SurfaceName): Promise<void>;
  /** What the agent said. */
  seesAnswer(text: string): Promise<void>;
  /** That a question waits for its answer. */
  seesQuestion(): Promise<void>;
  /** That a question was answered, and by whom. */
  seesDecision(by: SurfaceName): Promise<void>;
}

/** Counts what was seen of each surface: the next thing of it is another one. */
export class SeenBySurface {
  readonly #counts = new Map<SurfaceName, number>();

  next(surface: SurfaceName): number {
    const count = (this.#counts.get(surface) ?? 0) + 1;
    this.#counts.set(surface, count);
    return count;
  }
}
