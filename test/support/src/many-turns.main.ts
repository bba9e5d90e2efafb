// A hub with turns under way, to be killed: prints what it has acknowledged, a line of JSON each.
import type { ContentBlock } from "@parley/acp";
import { openTestHub } from "./test-hub.ts";

const [storePath = "", parleyHome = "", cwd = "", countText = "0"] = process.argv.slice(2);
const { hub } = await openTestHub({ storePath, parleyHome, cwd });
const toPrompt = (text: string): readonly ContentBlock[] => [{ type: "text", text }];
const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const asking = await hub.sessions.create({ agent: "backend" });
const { id: askingTurn } = await hub.turns.start({
  sessionId: asking.id,
  prompt: toPrompt("run echo asked\nsay done"),
});
await hub.turns.settled(askingTurn);
print({ asking: asking.id, turnId: askingTurn });

await Promise.all(
  Array.from({ length: Number(countText) }, async () => {
    const { id } = await hub.sessions.create({ agent: "script" });
    await hub.sessions.subscribe(id, {
      events: (batch) => {
        print({ sessionId: id, seen: batch.at(-1)?.event.seq });
        return true;
      },
      ended: () => undefined,
    });
    await hub.turns.start({ sessionId: id, prompt: toPrompt("stream 200 10\nwait 60000\nsay never") });
  }),
);
