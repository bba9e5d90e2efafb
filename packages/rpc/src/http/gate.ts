// A gate that makes readers wait while a transport is paused.

export class Gate {
  #isOpen = true;
  #waiting: (() => void)[] = [];

  shut(): void {
    this.#isOpen = false;
  }

  open(): void {
    this.#isOpen = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  async passed(): Promise<void> {
    while (!this.#isOpen) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
