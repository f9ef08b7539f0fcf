import type { HTMLAttributes } from "preact";

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "tril-lesson": HTMLAttributes<HTMLElement> & { lesson?: string };
    }
  }
}
