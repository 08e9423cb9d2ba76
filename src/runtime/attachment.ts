/** What goes on beside a runtime until the runtime is closed, which closes it first. */
export interface Attachment {
  /** A browser takes notices from now on. */
  readonly browserAdded?: () => void;
  close(): void;
}
