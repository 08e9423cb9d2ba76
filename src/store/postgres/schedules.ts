// What is known of the schedules of a workspace besides their trees, a row for each line (SPEC 21.4). Several processes
// may add the same.
import { isScheduleLine, type ScheduleLine } from '../../core/notices/schedule-log.ts';
import type { ScheduleLog } from '../storage.ts';
import type { Query } from './link.ts';

/** The log of a workspace; one process uses it in one place at a time. */
export function schedulesOf(query: Query, rtws: string): ScheduleLog {
  /** The rows of the last look. */
  let ids = new Map<ScheduleLine, string>();
  return {
    async now() {
      const [row] = await query<{ now: string }>('select extract(epoch from clock_timestamp()) * 1000 as now');
      return Number(row?.now);
    },
    async read() {
      const rows = await query<{ id: string; body: string }>(
        'select id, body from schedule where rtws = $1 order by id',
        [rtws],
      );
      ids = new Map(
        rows.flatMap(({ id, body }): [ScheduleLine, string][] => {
          const line: unknown = JSON.parse(body);
          return isScheduleLine(line) ? [[line, id]] : [];
        }),
      );
      return [...ids.keys()];
    },
    async append(lines) {
      await query('insert into schedule (rtws, body) select $1, body from unnest($2::text[]) body', [
        rtws,
        lines.map(line => JSON.stringify(line)),
      ]);
    },
    async keepOnly(lines) {
      const kept = new Set(lines);
      const dropped = [...ids].flatMap(([line, id]) => (kept.has(line) ? [] : [id]));
      await query('delete from schedule where rtws = $1 and id = any($2::bigint[])', [rtws, dropped]);
    },
  };
}
