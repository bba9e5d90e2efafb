import { startParley } from "./src/server/parley-server.ts";
import { measureRate } from "./src/server/request-load.ts";
import { inTempFolder } from "./src/command-line.ts";
import { getText } from "./src/server/get-json.ts";
const what = process.argv[2];
await inTempFolder(async (folder) => {
  await using s = await startParley(folder, process.argv.slice(3));
  if (what==="agents") { console.log(await measureRate(s,{method:"GET",path:"/agents",count:60000,connections:32})); return; }
  const create = await measureRate(s,{method:"POST",path:"/sessions",body:{},count: what==="create"?10000:1000,connections:32});
  console.log("create",create, "rss", s.rssMb());
  if (what==="create") return;
  console.log("bytes", (await getText(s.address,"/sessions?limit=100")).length);
  console.log("list", await measureRate(s,{method:"GET",path:"/sessions?limit=100",count:4000,connections:32}));
});
