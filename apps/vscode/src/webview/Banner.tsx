// A line above the conversation that says what is wrong, with what can be done about it.
import { Button } from "@parley/chat-ui";
import type { OfferedAction } from "../protocol/chat-protocol.ts";
import { wish } from "./wishes.ts";
import "./Banner.css";

export interface BannerProps {
  readonly tone: "plain" | "bad";
  readonly message: string;
  readonly actions: readonly OfferedAction[];
}

export function Banner({ tone, message, actions }: BannerProps) {
  return (
    <div className={`banner banner-${tone}`} role={tone === "bad" ? "alert" : "status"}>
      <span className="banner-text">{message}</span>
      {actions.map(({ name, label }) => (
        <Button key={name} onClick={() => void wish("runAction", name)}>
          {label}
        </Button>
      ))}
    </div>
  );
}
