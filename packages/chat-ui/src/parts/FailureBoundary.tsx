// Keeps the rest of the page when one part of it fails to draw, and says what happened in its place.
import { toMessage } from "./to-message.ts";
import { Component, type ReactNode } from "react";
import { Problem } from "./Problem.tsx";

export interface FailureBoundaryProps {
  /** What is in it, such as "this page". */
  readonly name: string;
  readonly children: ReactNode;
}

interface FailureState {
  readonly message?: string | undefined;
}

export class FailureBoundary extends Component<FailureBoundaryProps, FailureState> {
  override state: FailureState = {};

  static getDerivedStateFromError(error: unknown): FailureState {
    return { message: toMessage(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    return (
      <Problem
        title={`Parley could not show ${this.props.name}`}
        message={message}
        onRetry={() => this.setState({ message: undefined })}
      />
    );
  }
}
