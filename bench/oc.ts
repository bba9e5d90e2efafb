import { startOpencode, haveOpencode } from "/work/main/bench/src/server/opencode-server.ts";
import { measureSessions, measureAgents } from "/work/main/bench/src/server/measure-requests.ts";
console.log(await haveOpencode(console.log));
const c={agents:20000,sessions:5000,rivalSessions:500};
console.log(await measureAgents(c.agents,[]));
console.log(await measureSessions("Parley",c));
console.log(await measureSessions("opencode",c));
