// Takes a claim and keeps it until it is killed or its input ends: `hold-claim.main PATH`. Says `held` once it has it.
import { once } from "node:events";
import { takeClaim } from "../claims.ts";

const claim = await takeClaim(process.argv[2] ?? "");
if (!("release" in claim)) throw new Error(`It is held by process ${claim.process?.pid}`);
process.stdout.write("held\n");
process.stdin.resume();
await once(process.stdin, "end");
claim.release();
