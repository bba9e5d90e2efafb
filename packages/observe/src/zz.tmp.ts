import { filesOfCommand } from "/work/main/packages/observe/src/extract/command-files.ts";
for (const t of ["a ".repeat(8000), "'".repeat(16000), "a".repeat(16000), "\\".repeat(16000), "{a,".repeat(5000), "$(".repeat(8000), "cat "+"x/y.ts ".repeat(2000), ">a ".repeat(5000)]) { const s=performance.now(); filesOfCommand(t); console.log(t.slice(0,6), (performance.now()-s).toFixed(1)); }
