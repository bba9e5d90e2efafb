import { measureStream } from "/work/main/bench/src/server/measure-streams.ts";
import { SURFACES } from "/work/main/bench/src/server/surfaces.ts";
for (const name of SURFACES) { if (process.argv[2] && !name.includes(process.argv[2])) continue; console.log(name, await measureStream(name, +(process.env.N??10000), process.argv.slice(3))); }
