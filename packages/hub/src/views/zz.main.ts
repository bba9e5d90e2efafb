import { systemClock, silentLog } from "@parley/base";
import { HubViews } from "./create-views.ts";
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
const mk = (i: number) =>
  JSON.stringify({
    jsonrpc: "2.0",
    method: "session/update",
    params: {
      sessionId: "s",
      update: {
        sessionUpdate: "agent_message_chunk",
        content: { type: "text", text: "word and some words " + i },
        messageId: "0123-abc",
      },
    },
  });
const views = new HubViews({
  load: async () => 1,
  about: () => ({ agent: "a", title: "t", cwd: "/x" }),
  clock: systemClock,
  log: silentLog,
});
const c: any = views.observe("a");
c.attached("s", "hub-s");
const lines = Array.from({ length: 50000 }, (_, i) => mk(i));
for (let r = 0; r < 6; r++) {
  let t = cpu();
  for (const l of lines) JSON.parse(l);
  const parse = cpu() - t;
  t = cpu();
  for (const l of lines) c.received(JSON.parse(l), 200);
  console.log(
    "us per frame",
    ((cpu() - t - parse) / lines.length).toFixed(2),
    "parse",
    (parse / lines.length).toFixed(2),
  );
}
