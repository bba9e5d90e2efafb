import { startOpencode } from "./src/server/opencode-server.ts";
import { measureRate } from "./src/server/request-load.ts";
import { inTempFolder } from "./src/command-line.ts";
import { getText } from "./src/server/get-json.ts";
await inTempFolder(async (folder) => {
  await using s = await startOpencode(folder);
  console.log("create", await measureRate(s,{method:"POST",path:"/session",body:{},count:300,connections:8}), s.rssMb());
  for (const p of ["/session","/session?limit=100","/session?limit=20"]) { const t=await getText(s.address,p); console.log(p, t.length, JSON.parse(t).length, t.slice(0,300)); 
  console.log("list", await measureRate(s,{method:"GET",path:p,count:300,connections:8}));}
});
