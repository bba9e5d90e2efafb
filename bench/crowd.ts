import { measureCrowd } from "./src/server/measure-subscribers.ts";
const [b,e,i,...flags]=process.argv.slice(2);
console.log(await measureCrowd({busy:+b,events:+e,idle:+i},flags));
