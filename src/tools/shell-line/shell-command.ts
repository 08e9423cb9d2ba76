// A simple command of the shell, as it is read.

/** One word of a command. */
export interface ShellWord {
  /** As written. */
  readonly text: string;
  /**
   * What the program gets; absent where only the shell knows it when it runs. Of a pattern for file names, the pattern.
   */
  readonly value?: string;
  readonly isGlob?: true;
}

/** A file that a redirection names. */
export interface RedirectedFile {
  readonly word: ShellWord;
  readonly access: 'read' | 'replace' | 'append';
}

/** One simple command. */
export interface ShellCommand {
  /** None where variables are set and files opened alone. */
  readonly words: readonly ShellWord[];
  /** Variables that it sets, as written. */
  readonly sets: readonly string[];
  readonly files: readonly RedirectedFile[];
}
