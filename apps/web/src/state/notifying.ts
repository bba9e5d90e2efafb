// Notifications of the system: whether the browser may show them, and whether to offer it.
import { StoredValue } from "./stored-value.ts";

/** `missed`: something needed the person while the page was out of sight, so that it makes sense to ask now. */
export type NotifyOffer = "not_needed" | "missed" | "declined";

export const notifyOffer = new StoredValue<NotifyOffer>({
  key: "notify",
  initial: "not_needed",
  parse: (stored) => (stored === "missed" || stored === "declined" ? stored : undefined),
});

/** A page that is not from this machine nor by https has none. */
function isSupported(): boolean {
  return "Notification" in globalThis && isSecureContext;
}

/** Undefined where the browser has no notifications. */
export function notifyPermission(): NotificationPermission | undefined {
  return isSupported() ? Notification.permission : undefined;
}

export async function allowNotifications(): Promise<void> {
  if (isSupported()) await Notification.requestPermission();
  notifyOffer.set("not_needed");
}

export interface Call {
  readonly title: string;
  readonly body: string;
  /** One notification per tag. */
  readonly tag: string;
  readonly onClick: () => void;
}

/** While the page is out of sight. */
export function callPerson({ title, body, tag, onClick }: Call): void {
  const permission = notifyPermission();
  if (permission === "default" && notifyOffer.value === "not_needed") notifyOffer.set("missed");
  if (permission !== "granted") return;
  try {
    const shown = new Notification(title, { body, tag });
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
      onClick();
    });
  } catch {
    // Some phones allow notifications only from a service worker; the badge and the inbox say it there.
  }
}
