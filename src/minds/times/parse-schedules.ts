// Reads `.minds/schedules.yaml` (SPEC 21.4). Every fault becomes a problem with its
// place, and disables only its schedule. One whose agent or taskdoc cannot be used stays: its start is refused until
// that is corrected. Never throws.

import { isMap, isNode, isSeq, type Node } from 'yaml';
import * as z from 'zod';
import { once } from '../../core/base/once.ts';
import { isPlainObject } from '../../core/base/plain-object.ts';
import type { FileFault } from '../../core/facts/file-faults.ts';
import type { Schedule } from '../../core/notices/schedule.ts';
import type { FileProblem, Team } from '../../core/team/team.ts';
import { nearestName } from '../../core/text/nearest-name.ts';
import { ignoredKey, unknownKey } from '../files/unknown-key.ts';
import { issueOf } from '../files/value-issue.ts';
import { offsetAt, pairsOf, readYaml } from '../files/yaml-file.ts';
import { placeTaskdoc } from '../taskdoc/taskdoc-path.ts';
import { cronFault } from './cron.ts';
import { type SchedulesFile, schedulesFilePath } from './schedules-file.ts';

const schema = once(() =>
  z.strictObject({
    name: z.string().trim().min(1).max(64),
    cron: z.string().trim().min(1),
    zone: z.string().trim().min(1).optional(),
    agent: z.string().trim().min(1).optional(),
    task: z.string().trim().min(1),
    taskdoc: z.string().trim().min(1).optional(),
    missed: z.enum(['skip', 'once']).default('skip'),
  }),
);

const example = '- {name: nightly, cron: "0 3 * * *", task: Check the dependencies.}';

/**
 * Reads a list of schedules, by itself or under `schedules:` with a `zone:` for all of them. Without `team` no agent is
 * checked.
 */
export function parseSchedulesFile(text: string, team?: Team): SchedulesFile {
  const yaml = readYaml(text, schedulesFilePath);
  const problems = [...yaml.problems];
  const report: Report = (at, fault, severity = 'error') => problems.push(yaml.problemAt(at, { fault, severity }));
  const pairs = pairsOf(yaml.root);
  for (const { key, keyAt } of pairs)
    if (!['schedules', 'zone'].includes(key)) report(keyAt, ignoredKey(key, ['schedules', 'zone']), 'warning');
  const list = isMap(yaml.root) ? pairs.find(({ key }) => key === 'schedules')?.value : yaml.root;
  const shared = pairs.find(({ key }) => key === 'zone')?.value;
  const zone = shared ? yaml.valueOf(shared) : undefined;
  if (list && !isSeq(list) && yaml.valueOf(list) !== null && yaml.problems.length === 0)
    report(list.range?.[0], { id: 'not-a-list', name: 'schedules', example });
  const names = new Set<string>();
  const schedules: Schedule[] = [];
  for (const item of isSeq(list) ? list.items.filter(isNode) : []) {
    const own = yaml.valueOf(item);
    const schedule = readSchedule(item, zone !== undefined && isPlainObject(own) ? { zone, ...own } : own, report);
    if (!schedule) continue;
    reportUnusable(item, { schedule, team }, report);
    if (names.has(schedule.name)) report(offsetAt(item, [], 0), { id: 'schedule-twice', name: schedule.name });
    else schedules.push(schedule);
    names.add(schedule.name);
  }
  return { schedules, problems };
}

type Report = (at: number | undefined, fault: FileFault, severity?: FileProblem['severity']) => void;

/** One schedule of the list; `given` is its value. What is wrong with it is reported, and leaves it out. */
function readSchedule(item: Node, given: unknown, report: Report): Schedule | undefined {
  const parsed = schema().safeParse(given);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) reportIssue(item, { issue, given }, report);
    return undefined;
  }
  const { zone, agent, taskdoc, ...rest } = parsed.data;
  const schedule: Schedule = {
    ...rest,
    ...(zone !== undefined && { zone }),
    ...(agent !== undefined && { agent }),
    ...(taskdoc !== undefined && { taskdoc }),
  };
  const fault = cronFault(schedule);
  if (!fault) return schedule;
  const key = fault.id === 'unknown-zone' ? 'zone' : 'cron';
  report(offsetAt(item, [key], offsetAt(item, [], 0)), fault);
  return undefined;
}

/** An agent or taskdoc with which no dialog can start. */
function reportUnusable(
  item: Node,
  { schedule, team }: { readonly schedule: Schedule; readonly team: Team | undefined },
  report: Report,
): void {
  const { name, agent, taskdoc } = schedule;
  const members: readonly string[] = [...(team?.members.keys() ?? [])];
  if (team && agent !== undefined && !members.includes(agent))
    report(offsetAt(item, ['agent'], 0), {
      id: 'unknown-agent',
      name,
      agent,
      near: nearestName(agent, members) ?? null,
    });
  if (taskdoc === undefined) return;
  const { kind } = placeTaskdoc(taskdoc);
  if (kind === 'refused' || (kind === 'file' && team && team.dialect !== 'texting'))
    report(offsetAt(item, ['taskdoc'], 0), { id: 'bad-taskdoc', name, taskdoc });
}

function reportIssue(
  item: Node,
  { issue, given }: { readonly issue: z.core.$ZodIssue; readonly given: unknown },
  report: Report,
): void {
  const at = offsetAt(item, [], 0);
  const schedule = nameOf(given);
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) report(at, { ...unknownKey(key, Object.keys(schema().shape)), schedule });
    return;
  }
  const name = ['schedules', ...issue.path.map(String)].join('.');
  report(offsetAt(item, issue.path, at), { id: 'bad-field', name, issue: issueOf(issue, given), example, schedule });
}

/** '' for an entry without one. */
function nameOf(given: unknown): string {
  const name = isPlainObject(given) ? given.name : undefined;
  return typeof name === 'string' ? name.trim() : '';
}
