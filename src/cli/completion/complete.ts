// The hidden call behind shell completion: `dominds __complete <words…>` prints the candidates for the last word, one
// per line with a description after a tab. `:files` and `:folders` leave it to the shell. Never fails: on an error it
// offers nothing.
import path from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { languageOf } from '../../core/base/language.ts';
import type { Runtime } from '../../runtime.ts';
import type { HelpWords } from '../../words/help.ts';
import { commandLineWords } from '../../words/say-command-line.ts';
import type { Command, OpenRuntime } from '../command.ts';
import type { CliIo } from '../io.ts';
import { globalOptions } from '../parse-command-line.ts';
import { oneOutputLine, shorten } from '../print/output.ts';
import { type Wanted, wantedNext } from './wanted.ts';

/** One thing that can stand there. */
interface Candidate {
  readonly value: string;
  readonly about: string;
}

/** A longer list is useless. */
const MOST = 200;

/** Prints the candidates for the last word. */
export async function completeLine(
  words: readonly string[],
  { io, openRuntime, commands }: { io: CliIo; openRuntime: OpenRuntime; commands: readonly Command[] },
): Promise<void> {
  const wanted = wantedNext(words, commands);
  if (wanted.kind === 'folder' || wanted.kind === 'file') {
    io.stdout.write(`:${wanted.kind}s\n`);
    return;
  }
  const candidates = await candidatesFor(wanted, { io, openRuntime, commands }).catch(() => []);
  const fitting = candidates.filter(({ value }) => value.startsWith(wanted.start)).slice(0, MOST);
  for (const { value, about } of fitting)
    io.stdout.write(`${wanted.before}${oneOutputLine(value)}\t${shorten(about, 60)}\n`);
}

async function candidatesFor(
  { kind, start, rtws, previous }: Wanted,
  { io, openRuntime, commands }: { io: CliIo; openRuntime: OpenRuntime; commands: readonly Command[] },
): Promise<readonly Candidate[]> {
  const { help } = commandLineWords(languageOf(io.env.DOMINDS_LANG));
  if (typeof kind === 'object' && 'join' in kind) return kind.map(value => ({ value, about: '' }));
  if (typeof kind === 'object') return flags(kind.flags, help);
  if (kind === 'command') return commands.map(({ name }) => ({ value: name, about: help.of[name].summary }));
  if (kind === 'nothing' || kind === 'file' || kind === 'folder') return [];
  // The value after `-C` arrives unexpanded: the shell has not replaced `~`.
  const folder = (rtws ?? '.').replace(/^~(?=\/|$)/, io.env.HOME ?? '~');
  const opened = await openRuntime({ rtws: path.resolve(io.cwd, folder), env: io.env, mode: 'read' });
  if (!opened.ok) return [];
  try {
    return await stored(opened.runtime, kind, start, previous);
  } finally {
    await opened.runtime.close();
  }
}

function flags(options: ParseArgsOptionsConfig, help: HelpWords): readonly Candidate[] {
  return Object.keys({ ...options, ...globalOptions }).map(name =>
    name === 'rtws' ? { value: '-C', about: help.workspaceFolder } : { value: `--${name}`, about: '' },
  );
}

async function stored(
  runtime: Runtime,
  kind: 'dialog' | 'root' | 'question' | 'member' | 'domain' | 'call',
  start: string,
  previous: string,
): Promise<readonly Candidate[]> {
  switch (kind) {
    case 'member':
      return [...runtime.team().team.members.values()]
        .filter(({ hidden }) => !hidden)
        .map(({ id, name, description }) => ({
          value: id,
          about: description === undefined ? name : `${name}: ${description}`,
        }));
    case 'domain':
      return runtime.domains().map(value => ({ value, about: '' }));
    case 'question': {
      const questions = await runtime.questions();
      return questions.map(({ id, agentId, tellaskHead }) => ({ value: id, about: `${agentId}: ${tellaskHead}` }));
    }
    case 'call':
      return pendingCalls(runtime, previous);
    case 'root':
      return roots(runtime);
    case 'dialog':
      return start.includes('#') ? subdialogs(runtime, start) : roots(runtime);
    default:
      throw new Error(`there are no ${kind satisfies never} to complete`);
  }
}

function roots(runtime: Runtime): readonly Candidate[] {
  return runtime.listRoots().map(({ rootId, agentId, state, headline }) => {
    return { value: rootId, about: `${agentId} ${state} ${headline}` };
  });
}

async function subdialogs(runtime: Runtime, start: string): Promise<readonly Candidate[]> {
  const tree = await treeNamed(runtime, start.split('#', 1)[0] ?? '');
  return (tree?.children ?? []).flatMap(function all(node): readonly Candidate[] {
    const { rootId, selfId, agentId, state, headline, children } = node;
    return [{ value: `${rootId}#${selfId}`, about: `${agentId} ${state} ${headline}` }, ...children.flatMap(all)];
  });
}

async function pendingCalls(runtime: Runtime, rootName: string): Promise<readonly Candidate[]> {
  const tree = await treeNamed(runtime, rootName);
  return (tree ? [tree] : []).flatMap(function all({ pending, children }): readonly Candidate[] {
    const calls = pending.map(({ callId, agentId, tellaskHead }) => {
      return { value: callId, about: `${agentId}: ${tellaskHead}` };
    });
    return [...calls, ...children.flatMap(all)];
  });
}

async function treeNamed(runtime: Runtime, name: string) {
  const resolved = await runtime.resolve(name);
  const found = resolved.ok ? await runtime.tree(resolved.dialog.rootId) : resolved;
  return found.ok ? found.tree : undefined;
}
