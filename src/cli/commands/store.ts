// `store`: what an operator does to the PostgreSQL store (SPEC 20.2).
import path from 'node:path';
import { refuse } from '../../core/trouble.ts';
import { copyDialogs, migrateStore, pruneStore, storeStatus } from '../../runtime.ts';
import type { Command, CommandCall } from '../command.ts';
import { argument } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { refused, wrongUsage } from '../open.ts';

export const store: Command = {
  name: 'store',
  usage: 'migrate | status | export <dir> | import <dir> | prune --older-than <n>d',
  summary: 'Manage the PostgreSQL store that --store or DOMINDS_STORE names',
  details: `  migrate              make the tables, or bring them up to date
  status               version, workers, and trees that run, wait or are due
  export <dir>         copy the dialogs of this workspace into a .dialogs/ folder
  import <dir>         copy the dialogs of a .dialogs/ folder into this workspace
  prune --older-than 90d   delete archived dialogs of this workspace without a record for so long
An address is postgres://user@host/database?schema=team1. Passwords come from PGPASSWORD or ~/.pgpass.`,
  args: ['action'],
  options: {},
  subcommands: {
    migrate: { args: [], options: {} },
    status: { args: [], options: {} },
    export: { args: ['dir'], options: {} },
    import: { args: ['dir'], options: {} },
    prune: { args: [], options: { 'older-than': { type: 'string' } } },
  },
  values: { dir: 'folder' },
  async run(call) {
    const action = argument(call, 0);
    const url = call.store?.url;
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
        return prune(call, url);
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
  call.output.line(applied.length === 0 ? `version ${to}, nothing to do` : `version ${to}: ${applied.join('; ')}`);
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
  output.line(`version ${version} · trees: ${trees.running} running, ${trees.waiting} waiting, ${trees.due} due`);
  for (const { name, serves, trees: held } of workers)
    output.line(`worker ${name} · serves ${serves.join(', ') || 'nothing'} · ${held} trees`);
  for (const { rtws, trees: count } of unserved)
    output.warn({
      message: `${count} dialogs wait for a worker that serves ${rtws}`,
      remedy: `run: dominds work --serve ${rtws}=<folder>`,
    });
  return exitCodes.ok;
}

async function copy(call: CommandCall, url: string, way: 'export' | 'import'): Promise<ExitCode> {
  const folder = path.resolve(call.io.cwd, argument(call, 1));
  const outcome = await copyDialogs(url, way, { rtws: call.rtws, env: call.io.env, folder });
  if (!outcome.ok) return refused(call, outcome);
  const { roots, records, present, bad } = outcome.transferred;
  const { output } = call;
  output.json({ roots, records, present, bad });
  output.line(`${way}ed ${roots.length} dialogs with ${records} records`);
  if (present.length > 0) output.note(`${present.length} dialogs were there already and are left as they are`);
  for (const place of bad) output.warn({ message: `${place} is no record`, remedy: 'it was left out' });
  return exitCodes.ok;
}

async function prune(call: CommandCall, url: string): Promise<ExitCode> {
  const days = /^(\d{1,6})d$/.exec(call.flags.text('older-than') ?? '')?.[1];
  if (days === undefined) return wrongUsage(call, { id: 'no-days' });
  const outcome = await pruneStore(url, { rtws: call.rtws, env: call.io.env, days: Number(days) });
  if (!outcome.ok) return refused(call, outcome);
  call.output.json({ removed: outcome.removed });
  call.output.line(`deleted ${outcome.removed.length} archived dialogs`);
  return exitCodes.ok;
}
