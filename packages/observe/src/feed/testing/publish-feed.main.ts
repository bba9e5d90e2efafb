// A process with a part in a feed, until it is killed or its input ends: `publish-feed.main HOME PORT AGENT`.
// Says its role whenever it has another one, with the port.
import { openFeed } from "../open-feed.ts";
import { FakeWatchState } from "./fake-watch-state.ts";

const [home = "", port = "0", agent = "agent"] = process.argv.slice(2);
const feed = await openFeed({ home, port: Number(port) });
const state = new FakeWatchState(agent);
state.set(`session-of-${agent}`, { title: `Work of ${agent}` });
state.touch(`session-of-${agent}`, `src/${agent}.ts`, "write");
feed.publish(state);

let told = "";
const timer = setInterval(() => {
  if (feed.role !== told) process.stdout.write(`${feed.role} ${feed.address.port}\n`);
  told = feed.role;
}, 5);
let touches = 0;
process.stdin.on("data", () => {
  touches += 1;
  state.touch(`session-of-${agent}`, `src/touch-${touches}.ts`, "read");
});
process.stdin.on("end", () => {
  clearInterval(timer);
  void feed.close();
});
