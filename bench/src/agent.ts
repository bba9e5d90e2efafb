// The agent process: serves one implementation on its stdio.
import { loadImplementation } from "./peers/load.ts";

const { serve } = await loadImplementation(process.argv[2] ?? "");
serve(process.stdin, process.stdout);
