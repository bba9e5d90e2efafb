// Every target. One more is a file in targets/ and a row here.
import type { FuzzTarget } from "./engine/target.ts";
import { a2a } from "./targets/a2a.ts";
import { acpHttp } from "./targets/acp-http.ts";
import { acpWebsocket } from "./targets/acp-websocket.ts";
import { archives } from "./targets/archives.ts";
import { config } from "./targets/config.ts";
import { feed } from "./targets/feed.ts";
import { native } from "./targets/native.ts";
import { recipes } from "./targets/recipes.ts";
import { rpcFraming } from "./targets/rpc-framing.ts";
import { rules } from "./targets/rules.ts";
import { runs } from "./targets/runs.ts";
import { sessionLogs } from "./targets/session-logs.ts";
import { traces } from "./targets/traces.ts";

/** Code of ours that reads what others have written, in this process. */
export const readers: readonly FuzzTarget[] = [rpcFraming, feed, traces, rules, recipes, config, archives, sessionLogs];

/** The built server, one process each. */
export const servers: readonly FuzzTarget[] = [acpHttp, acpWebsocket, runs, native, a2a];
