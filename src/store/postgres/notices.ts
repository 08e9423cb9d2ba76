// What was sent to people of a workspace, a row for each step (SPEC 21.2). Every process that drives may send: the
// steps of a notice are numbered, so of those that begin the same step one succeeds, and that one sends.
import type { LogLine, SentLog } from '../../core/notices/notice.ts';
import type { NoticeLog } from '../storage.ts';
import type { Query } from './link.ts';

/** The row that says since when the log is whole; no transport has an empty name. */
const SINCE = { transport: '', key: 'since' };

/** The log of a workspace; one process uses it in one place at a time. */
export function noticesOf(query: Query, rtws: string): NoticeLog {
  /** Steps of each notice that were known at the last look. */
  let steps = new Map<string, number>();
  let ids = new Map<LogLine, string>();
  return {
    async read() {
      const rows = await query<{ id: string; transport: string; body: string }>(
        'select id, transport, body from notice where rtws = $1 order by id',
        [rtws],
      );
      const log: { lines: LogLine[]; since?: string } = { lines: [] };
      steps = new Map();
      ids = new Map();
      for (const { id, transport, body } of rows) {
        const parsed = JSON.parse(body) as LogLine & Pick<SentLog, 'since'>;
        if (transport === SINCE.transport) log.since = parsed.since ?? '';
        else {
          log.lines.push(parsed);
          ids.set(parsed, id);
          steps.set(nameOf(parsed), (steps.get(nameOf(parsed)) ?? 0) + 1);
        }
      }
      return log;
    },
    async append(lines) {
      const stored: LogLine[] = [];
      for (const line of lines) {
        const step = steps.get(nameOf(line)) ?? 0;
        const rows = await query(
          `insert into notice (rtws, transport, key, step, body) values ($1, $2, $3, $4, $5)
           on conflict do nothing returning id`,
          [rtws, line.transport, line.key, step, JSON.stringify(line)],
        );
        if (rows.length === 0) continue;
        steps.set(nameOf(line), step + 1);
        stored.push(line);
      }
      return stored;
    },
    async replace({ lines, since }) {
      const kept = new Set(lines);
      const dropped = [...ids].flatMap(([line, id]) => (kept.has(line) ? [] : [id]));
      await query('delete from notice where rtws = $1 and id = any($2::bigint[])', [rtws, dropped]);
      await query(
        `insert into notice (rtws, transport, key, step, body) values ($1, $2, $3, 0, $4)
         on conflict (rtws, transport, key, step) do update set body = excluded.body`,
        [rtws, SINCE.transport, SINCE.key, JSON.stringify({ since })],
      );
    },
  };
}

/** The code of PostgreSQL for a right that a user has not. */
const NOT_ALLOWED = '42501';

/** The secret of a store for addresses in notices, asked for once; undefined for users who may not hand over words. */
export function secretOf(query: Query): () => Promise<string | undefined> {
  let known: string | undefined;
  return async () => {
    try {
      known ??= (await query<{ secret: string }>('select notice_secret() as secret'))[0]?.secret;
    } catch (error) {
      if ((error as { code?: unknown }).code !== NOT_ALLOWED) throw error;
    }
    return known;
  };
}

function nameOf({ transport, key }: LogLine): string {
  return `${transport}\n${key}`;
}
