// The process as the command line sees it, so that a test can play a whole run.

/** A stream that text is written to. */
export interface TextSink {
  write(text: string): unknown;
}

/** The process as the program sees it. */
export interface CliIo {
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  /** The bytes of standard input, in pieces. */
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** True if standard input is no terminal. */
  readonly isPiped: boolean;
  /** Lets go of standard input, which else keeps the process as long as its writer does. */
  leaveStdin(): void;
  readonly env: NodeJS.ProcessEnv;
  /** Absolute. */
  readonly cwd: string;
  /** True if `stdout` is a terminal. */
  readonly isTTY: boolean;
  /** Of that terminal now. */
  size(): { readonly columns: number; readonly rows: number };
  /** Asks the person at the terminal for a line; '' when they end it. Absent without a terminal. */
  readonly ask?: (question: string) => Promise<string>;
  /**
   * Resolves once all output so far is written, with why some of it could not be; a reader that went away is no fault.
   */
  written(): Promise<Error | undefined>;
  /** Runs work in a while, unless the returned function calls it off; does not keep the process alive. */
  after(ms: number, work: () => void): () => void;
  /** Calls `listener` at the first Ctrl-C; the second ends the process at once. */
  onInterrupt(listener: () => void): { dispose(): void };
}
