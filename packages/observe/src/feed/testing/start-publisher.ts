// Another process with a part in a feed.
import { bundleProgram, createInbox, startProgram, type ChildProgram } from "@parley/test-support";

export interface Publisher extends AsyncDisposable {
  readonly program: ChildProgram;
  /** Waits until it has had that role so many times; its port. */
  becomes(role: "serving" | "joined", count?: number): Promise<number>;
  touch(): void;
  kill(): Promise<void>;
}

export async function startPublisher(home: string, port: number, agent: string): Promise<Publisher> {
  const main = await bundleProgram(new URL("./publish-feed.main.ts", import.meta.url));
  const program = startProgram(main, { args: [home, String(port), agent] });
  const lines = createInbox<string>();
  program.stdout.setEncoding("utf8").on("data", (text: string) => {
    for (const line of text.split("\n")) if (line !== "") lines.push(line);
  });
  return {
    program,
    async becomes(role, count) {
      const line = await lines.find(`${agent} ${role} (${program.stderr()})`, (each) => each.startsWith(role), count);
      return Number(line.split(" ")[1]);
    },
    touch: () => void program.stdin.write("."),
    async kill() {
      process.kill(program.pid, "SIGKILL");
      await program.exited;
    },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}
