// A workspace in memory whose acceptance lines are checked. In its shell `test X` passes if the file X is green, `write X
// text` and `touch X` change files, and any other command fails while some file is red.
import * as z from 'zod';
import { controlTools } from '../../src/tools/minds/control-tools.ts';
import { defineTool, type Tool } from '../../src/tools/tool.ts';
import type { TreeLook } from '../../src/tools/work-tree/work-tree.ts';
import type { Script } from './scripted-llm.ts';
import { createTestDriver, type TestDriver, type TestDriverOptions } from './test-driver.ts';

const bytes = (text: string) => Buffer.from(text);

export interface CheckedOptions extends Pick<TestDriverOptions, 'files' | 'disk' | 'members'> {
  /** It cannot be told what the files are. */
  readonly noTree?: true;
  /** Further tools. */
  readonly more?: readonly Tool[];
}

/** The files of a workspace with the acceptance lines of its taskdoc. */
export class CheckedWorkspace {
  readonly files: Map<string, string>;
  readonly ran: string[] = [];
  acceptance: string;

  constructor(acceptance: string, files: Readonly<Record<string, string>> | ReadonlyMap<string, string> = {}) {
    this.acceptance = acceptance;
    this.files = new Map(files instanceof Map ? files : Object.entries(files));
  }

  /** The same as it is now. */
  copy(): CheckedWorkspace {
    return new CheckedWorkspace(this.acceptance, this.files);
  }

  #write(path: string, text: string | undefined) {
    const before = this.files.get(path);
    if (text === undefined) this.files.delete(path);
    else this.files.set(path, text);
    return {
      path,
      ...(before !== undefined && { before: { bytes: bytes(before) } }),
      ...(text !== undefined && { after: { bytes: bytes(text) } }),
    };
  }

  get tools(): readonly Tool[] {
    const shell = defineTool({
      name: 'run_shell',
      description: 'test',
      args: () => z.object({ command: z.string(), timeout_s: z.number().optional() }),
      review: ({ command }) => ({
        kind: 'acts',
        action: { tool: 'run_shell', toolset: 'shell', paths: ['.'], command, otherwise: 'ask' },
        question: async () => ({ headline: `Run ${command}`, body: command, isWholeCommand: true }),
      }),
      run: ({ command }) => {
        this.ran.push(command);
        const [verb, path = '', ...words] = command.split(' ');
        if (verb === 'write' || verb === 'touch') {
          const text = verb === 'write' ? words.join(' ') : `${this.files.get(path) ?? ''}+`;
          const changed = [this.#write(path, text)];
          return { ok: true, content: 'Exit code 0.', exitCode: 0, changed, found: { byCommand: true } };
        }
        if (verb === 'accept') {
          this.acceptance = [path, ...words].join(' ');
          return { ok: true, content: 'Exit code 0.', exitCode: 0 };
        }
        const text = this.files.get(path) ?? '';
        const isGreen = verb === 'test' ? text.includes('green') : ![...this.files.values()].includes('red');
        const code = verb === 'echo' || isGreen ? 0 : 1;
        return { ok: code === 0, content: `Exit code ${code}.\n${text}`, exitCode: code };
      },
    });
    const write = defineTool({
      name: 'write_file',
      description: 'test',
      args: () => z.object({ path: z.string(), text: z.string() }),
      run: ({ path, text }) => ({ ok: true, content: 'Written.', changed: [this.#write(path, text)] }),
    });
    const remove = defineTool({
      name: 'delete_file',
      description: 'test',
      args: () => z.object({ path: z.string() }),
      run: ({ path }) => ({ ok: true, content: 'Deleted.', changed: [this.#write(path, undefined)] }),
    });
    const changeMind = defineTool({
      name: 'change_mind',
      description: 'test',
      args: () => z.object({ content: z.string() }),
      run: ({ content }) => {
        this.acceptance = content;
        return { ok: true, content: 'Updated.' };
      },
    });
    return [shell, write, remove, changeMind, ...controlTools({ states: () => [] })];
  }

  driver(script: Script, { noTree, more = [], ...options }: CheckedOptions = {}): TestDriver {
    return createTestDriver({
      members: ['lead', 'coder', 'reviewer'],
      ...options,
      script,
      tools: [...this.tools, ...more],
      pushMax: 0,
      acceptance: () => this.acceptance,
      workspace: {
        workTree: () => ({
          look: async () => (noTree ? undefined : ({} as TreeLook)),
          changesBetween: async () => ({ changed: [], untold: 0 }),
          treeId: async () => JSON.stringify([...this.files].sort()),
        }),
        fileThere: path => (this.files.has(path) ? (this.files.get(path) === '' ? 'empty' : 'found') : 'none'),
      },
    });
  }
}

/** Calls as the scripts of tests make them. */
export const calls = {
  done: { name: 'mark_done', args: {} },
  writes: (path: string, text: string) => ({ name: 'write_file', args: { path, text } }),
  deletes: (path: string) => ({ name: 'delete_file', args: { path } }),
  lines: (content: string) => ({ name: 'change_mind', args: { content } }),
  runs: (command: string) => ({ name: 'run_shell', args: { command } }),
};
