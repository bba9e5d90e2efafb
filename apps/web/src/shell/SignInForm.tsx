// Signs this browser in again, with the token that the server printed. The address stays what it is.
import { Button } from "@parley/chat-ui";
import { useState, type FormEvent } from "react";
import "./SignInForm.css";

export function SignInForm() {
  const [token, setToken] = useState("");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The server sets its cookie and redirects; it says so if the token is wrong.
    location.assign(`/?token=${encodeURIComponent(token)}${location.hash}`);
  };
  return (
    <form className="sign-in-form" onSubmit={onSubmit}>
      <label>
        Token{" "}
        <input
          value={token}
          onChange={({ target }) => setToken(target.value)}
          autoComplete="current-password"
          type="password"
        />
      </label>
      <Button look="primary" type="submit" disabled={token.trim() === ""}>
        Sign in
      </Button>
    </form>
  );
}
