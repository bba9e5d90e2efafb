// Offers notifications, after something was missed: not before it makes sense.
import { Button, useView } from "@parley/chat-ui";
import { allowNotifications, notifyOffer, notifyPermission } from "../state/notifying.ts";
import "./ConnectionBar.css";

export function NotifyOffer() {
  const offer = useView(notifyOffer, ({ value }) => value);
  if (offer !== "missed" || notifyPermission() !== "default") return null;
  return (
    <section className="connection-bar" aria-label="Notifications">
      <p>An agent asked you something while this page was in the background.</p>
      <Button onClick={() => void allowNotifications()}>Notify me next time</Button>
      <Button look="quiet" onClick={() => notifyOffer.set("declined")}>
        No, thanks
      </Button>
    </section>
  );
}
