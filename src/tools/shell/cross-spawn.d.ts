declare module 'cross-spawn' {
  import type { ChildProcessWithoutNullStreams, SpawnOptionsWithoutStdio } from 'node:child_process';

  /** As `spawn` of Node, also for scripts on Windows. */
  const crossSpawn: {
    (command: string, args: readonly string[], options: SpawnOptionsWithoutStdio): ChildProcessWithoutNullStreams;
    /** `file`: where the command was found, on Windows. */
    _parse(
      command: string,
      args: readonly string[],
      options: SpawnOptionsWithoutStdio,
    ): { readonly file?: string | null };
  };
  export = crossSpawn;
}
