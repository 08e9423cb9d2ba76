// A `dominds --json` process of a test, and the lines that it prints.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

/** The program of the command line. */
export const main = path.resolve(import.meta.dirname, '../../src/cli/main.ts');

/** What it prints; what the others have is read where it is needed. */
export interface Line {
  readonly why?: string;
  readonly type?: string;
  readonly rootId?: string;
  readonly selfId?: string;
  readonly state?: string;
  readonly response?: string | null;
  readonly stopped?: readonly unknown[];
  readonly questions?: readonly { readonly id: string }[];
  readonly summary?: { readonly state: string };
  readonly record?: {
    readonly kind: string;
    readonly selfId?: string;
    readonly n?: number;
    readonly questionId?: string;
  };
  readonly text?: string;
}

/** A running `dominds --json`, and what it prints. */
export class Program {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; lines: readonly Line[]; stderr: string }>;
  readonly lines: Line[] = [];
  readonly serves = Promise.withResolvers<void>();
  #waiting: (() => void)[] = [];
  #rest = '';
  /** It has ended, and all that it printed is read. */
  #isRead = false;

  constructor(rtws: string, env: NodeJS.ProcessEnv, argv: readonly string[]) {
    this.child = spawn(process.execPath, [main, '-C', rtws, '--json', '--trust', ...argv], {
      env: { ...process.env, OPENAI_API_KEY: '', OPENAI_BASE_URL: '', ...env },
    });
    let stderr = '';
    this.child.stderr?.on('data', piece => {
      stderr += piece;
      // A worker says so once it is among those of the store.
      if (stderr.includes('serves ')) this.serves.resolve();
    });
    this.child.stdout?.setEncoding('utf8').on('data', piece => this.#take(piece));
    this.ended = new Promise(resolve => {
      this.child.on('close', code => {
        this.#isRead = true;
        this.#wake();
        resolve({ code, lines: this.lines, stderr });
      });
    });
  }

  /** The first line that fits, now or later. Rejects when the program ends without it. */
  async line(isIt: (line: Line) => boolean): Promise<Line> {
    for (;;) {
      const found = this.lines.find(isIt);
      if (found) return found;
      if (this.#isRead) throw new Error(`it ended without: ${(await this.ended).stderr}`);
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    }
  }

  /** The first record of that kind, now or later. */
  recorded(kind: string): Promise<Line> {
    return this.line(({ type, record }) => type === 'recorded' && record?.kind === kind);
  }

  /** What it was asked and what it printed, for a test that failed. */
  heard(): string {
    const lines = this.lines.map(
      ({ type, selfId, record }) => `  ${type ?? '?'} ${record?.kind ?? ''} ${selfId ?? ''}`,
    );
    return [this.child.spawnargs.join(' '), ...lines].join('\n');
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    this.lines.push(...lines.map(line => JSON.parse(line) as Line));
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
