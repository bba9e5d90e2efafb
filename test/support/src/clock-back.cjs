// Required before a program by NODE_OPTIONS: its clock goes back by an hour at every SIGUSR2, as when somebody corrects the time.
"use strict";
const HOUR_MS = 3_600_000;
const RealDate = Date;
let offsetMs = 0;

globalThis.Date = class Date extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + offsetMs);
    else super(...args);
  }

  static now() {
    return RealDate.now() + offsetMs;
  }
};

process.on("SIGUSR2", () => {
  offsetMs -= HOUR_MS;
});
