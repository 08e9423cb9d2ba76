// `store`: what an operator does to the PostgreSQL store (SPEC 20.2).
import path from 'node:path';
import { refuse } from '../../core/facts/trouble.ts';
import { copyDialogs, migrateStore, pruneStore, storeStatus } from '../../runtime.ts';
import type { Command, CommandCall } from '../command.ts';
import { argument, usageOfActions } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { refused, wrongUsage } from '../open.ts';
import { told } from '../print/output.ts';

const actions = {
  migrate: { usage: '', args: [], options: {} },
  status: { usage: '', args: [], options: {} },
  export: { usage: '<dir>', args: ['dir'], options: {} },
  import: { usage: '<dir>', args: ['dir'], options: {} },
  prune: { usage: '--older-than <n>d', args: [], options: { 'older-than': { type: 'string' } } },
} as const satisfies Command['subcommands'];

export const store: Command = {
  name: 'store',
  usage: usageOfActions(actions),
  args: ['action'],
  options: {},
  subcommands: actions,
  values: { dir: 'folder' },
  async run(call) {
    const action = argument(call, 0);
    const url = call.store?.url;
    const days = /^(\d{1,6})d$/.exec(call.flags.text('older-than') ?? '')?.[1];
    if (action === 'prune' && days === undefined) return wrongUsage(call, { id: 'no-days' });
    if (url === undefined) return refused(call, refuse('no-store'));
    switch (action) {
      case 'migrate':
        return migrate(call, url);
      case 'status':
        return status(call, url);
      case 'export':
      case 'import':
        return copy(call, url, action);
      case 'prune':
        return prune(call, url, Number(days));
      default:
        return wrongUsage(call, { id: 'unknown-action', command: 'store', action });
    }
  },
};

async function migrate(call: CommandCall, url: string): Promise<ExitCode> {
  const outcome = await migrateStore(url);
  if (!outcome.ok) return refused(call, outcome);
  const { from, to, applied } = outcome.migrated;
  call.output.json({ version: to, from, applied });
  call.output.line(call.output.words.store.migrated(to, applied));
  return exitCodes.ok;
}

async function status(call: CommandCall, url: string): Promise<ExitCode> {
  const outcome = await storeStatus(url);
  if (!outcome.ok) return refused(call, outcome);
  const { version, workers, trees, unserved } = outcome.status;
  const { output } = call;
  output.json({
    version,
    workers: workers.map(({ id, name, serves, trees: held }) => ({ id, name, serves, trees: held })),
    trees,
    unserved,
  });
  output.line(output.words.store.status(version, trees));
  for (const { name, serves, trees: held } of workers) output.line(output.words.store.worker(name, serves, held));
  for (const { rtws, trees: count } of unserved) output.warn(told(output.words.store.unserved(rtws, count)));
  return exitCodes.ok;
}

async function copy(call: CommandCall, url: string, way: 'export' | 'import'): Promise<ExitCode> {
  const folder = path.resolve(call.io.cwd, argument(call, 1));
  const outcome = await copyDialogs(url, way, { rtws: call.rtws, env: call.io.env, folder });
  if (!outcome.ok) return refused(call, outcome);
  const { roots, records, present, bad, incomplete, leftOut } = outcome.transferred;
  const { output } = call;
  output.json({ roots, records, present, bad, incomplete, leftOut });
  output.line(output.words.store.copied(way, roots.length, records));
  if (present.length > 0) output.note(output.words.store.present(present.length));
  for (const place of bad) output.warn(told(output.words.store.badRecord(place)));
  for (const { place, why } of leftOut) output.warn(told(output.words.store.leftOut(place, why)));
  for (const root of incomplete) output.warn(told(output.words.store.incomplete(root)));
  return exitCodes.ok;
}

async function prune(call: CommandCall, url: string, days: number): Promise<ExitCode> {
  const outcome = await pruneStore(url, { rtws: call.rtws, env: call.io.env, days });
  if (!outcome.ok) return refused(call, outcome);
  call.output.json({ removed: outcome.removed });
  call.output.line(call.output.words.store.pruned(outcome.removed.length));
  return exitCodes.ok;
}
