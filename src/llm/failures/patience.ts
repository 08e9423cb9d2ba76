// How long a reply is waited for (SPEC 10.8).

/** How long to wait, in milliseconds; absent: for ever. */
export interface Patience {
  /** Until the first piece of the reply. */
  readonly firstTokenMs?: number;
  /** Between two pieces. */
  readonly silenceMs?: number;
}
