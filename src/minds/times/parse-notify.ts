// Reads `.minds/notify.yaml`, and what has the same form in the person's own folder and settings (SPEC 21.2). Every
// fault becomes a problem with its place, and takes down no more than the entry it is in. Never throws.
import { isMap, isNode, isSeq } from 'yaml';
import * as z from 'zod';
import { once } from '../../core/base/once.ts';
import { contents, type NotifySaid, type Transport } from '../../core/notices/notify.ts';
import type { QuietHours } from '../../core/notices/quiet-hours.ts';
import { issueOf } from '../files/value-issue.ts';
import { offsetAt, pairsOf, readYaml } from '../files/yaml-file.ts';
import { emptyNotifyFile, type NotifyFile, notifyFilePath } from './notify-file.ts';
import { isTimeZone } from './time-zone.ts';

const clock = () => z.string().regex(/^([01]?\d|2[0-3]):[0-5]\d$/);
const variable = () => z.string().regex(/^\w+$/).optional();
const address = () => z.url({ protocol: /^https?$/ }).optional();

const general = once(() =>
  z.strictObject({
    after_s: z.number().nonnegative().max(604_800).optional(),
    content: z.enum(contents).optional(),
    quiet: z.strictObject({ from: clock(), to: clock(), zone: z.string().refine(isTimeZone).optional() }).optional(),
    base_url: address(),
    transports: z.array(z.unknown()).default([]),
  }),
);

const transport = once(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('webhook'), url: address(), url_env: variable(), secret_env: variable() }),
    z.strictObject({ kind: z.literal('ntfy'), url: address(), url_env: variable() }),
    z.strictObject({ kind: z.literal('slack'), url: address(), url_env: variable() }),
    z.strictObject({ kind: z.literal('command'), command: z.string().trim().min(1) }),
  ]),
);

const example = '- {kind: ntfy, url_env: NTFY_URL}';
const notAMap = { id: 'not-a-map', name: null, example: 'after_s: 60' } as const;

/** What is read beside the text. `mayRun`: `command` counts, as in the person's own file and settings alone. */
export interface NotifySource {
  readonly env: NodeJS.ProcessEnv;
  readonly mayRun: boolean;
  readonly file?: string;
}

/** Reads a notify file. */
export function parseNotifyFile(text: string, { env, mayRun, file = notifyFilePath }: NotifySource): NotifyFile {
  const yaml = readYaml(text, file);
  const problems = [...yaml.problems];
  const root = yaml.root;
  const parsed = general().safeParse((isMap(root) ? yaml.valueOf(root) : undefined) ?? {});
  const given = isMap(root) ? yaml.valueOf(root) : {};
  if (root !== null && !isMap(root) && yaml.valueOf(root) !== null && yaml.problems.length === 0)
    problems.push(yaml.problemAt(root.range?.[0], { fault: notAMap, severity: 'error' }));
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const name = issue.path.map(String).join('.') || 'notify';
      const at = isNode(root) ? offsetAt(root, issue.path, root.range?.[0] ?? 0) : undefined;
      const fault = { id: 'bad-field', name, issue: issueOf(issue, given), example } as const;
      problems.push(yaml.problemAt(at, { fault, severity: 'error' }));
    }
    return { ...emptyNotifyFile, problems };
  }
  const { after_s, content, quiet, base_url } = parsed.data;
  const list = pairsOf(root).find(({ key }) => key === 'transports')?.value;
  const transports = (isSeq(list) ? list.items.filter(isNode) : []).flatMap((item): Transport[] => {
    const own = yaml.valueOf(item);
    const entry = transport().safeParse(own);
    if (entry.success && (entry.data.kind !== 'command' || mayRun)) return [transportOf(entry.data, env)];
    for (const issue of entry.error?.issues ?? []) {
      const name = ['transports', ...issue.path.map(String)].join('.');
      const fault = { id: 'bad-field', name, issue: issueOf(issue, own), example } as const;
      problems.push(yaml.problemAt(offsetAt(item, issue.path, item.range?.[0] ?? 0), { fault, severity: 'error' }));
    }
    return [];
  });
  const said: NotifySaid = {
    ...(after_s !== undefined && { afterS: after_s }),
    ...(content && { content }),
    ...(quiet && { quiet: quietOf(quiet) }),
    ...(base_url !== undefined && { baseUrl: base_url.replace(/\/+$/, '') }),
    transports,
  };
  return { said, problems };
}

type Entry = z.infer<ReturnType<typeof transport>>;

function transportOf(entry: Entry, env: NodeJS.ProcessEnv): Transport {
  if (entry.kind === 'command') return { kind: 'command', name: 'command', target: entry.command };
  const target = entry.url ?? (entry.url_env === undefined ? undefined : env[entry.url_env]);
  return {
    kind: entry.kind,
    // The address may be a secret, its host is none.
    name: `${entry.kind} ${entry.url_env ?? hostOf(entry.url)}`.trim(),
    ...(target && { target }),
    // Null, not absent: without its secret nothing goes out unsigned.
    ...(entry.kind === 'webhook' && entry.secret_env !== undefined && { secret: env[entry.secret_env] || null }),
  };
}

function hostOf(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : '';
}

function quietOf({ from, to, zone }: { from: string; to: string; zone?: string | undefined }): QuietHours {
  return { from: minutesOf(from), to: minutesOf(to), ...(zone !== undefined && { zone }) };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
