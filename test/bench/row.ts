// A row of the table: one limit of SPEC 17, what was measured against it, and its floor of the same run.

/**
 * One measured limit. A row keeps its limit when `ratio <= limit`; what was measured and the floor are words for
 * people.
 */
export interface Row {
  readonly name: string;
  readonly ratio: number;
  readonly limit: number;
  readonly measured: string;
  readonly floor: string;
}

/** A row that compares two durations in milliseconds. */
export function timesFloor(name: string, times: { ms: number; floorMs: number; limit: number; floorIs: string }): Row {
  const { ms, floorMs, limit, floorIs } = times;
  return {
    name,
    ratio: ms / floorMs,
    limit,
    measured: milliseconds(ms),
    floor: `${milliseconds(floorMs)}, ${floorIs}`,
  };
}

/**
 * A row with an absolute limit: measured ÷ allowed, limit 1. `floor` says what nothing at all would cost, if anything.
 */
export function ofAllowed(
  name: string,
  {
    value,
    allowed,
    show,
    floor = '',
  }: { value: number; allowed: number; show: (value: number) => string; floor?: string },
): Row {
  const beside = floor === '' ? `${show(allowed)} allowed` : `${show(allowed)} allowed; ${floor}`;
  return { name, ratio: value / allowed, limit: 1, measured: show(value), floor: beside };
}

/** `0.83 ms`, `123 ms`, `1.25 s` */
export function milliseconds(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms >= 100 ? ms.toFixed(0) : ms.toFixed(2)} ms`;
}

/** `980 B`, `11.2 kB`, `48 MB` */
export function bytes(count: number): string {
  if (count >= 10_000_000) return `${(count / 1_000_000).toFixed(0)} MB`;
  if (count >= 1_000_000) return `${(count / 1_000_000).toFixed(2)} MB`;
  return count >= 10_000 ? `${(count / 1000).toFixed(1)} kB` : `${Math.round(count)} B`;
}

/** The table for people; rows over their limit are marked. */
export function tableText(rows: readonly Row[]): string {
  const cells = rows.map(row => [
    row.ratio <= row.limit ? 'ok  ' : 'OVER',
    row.name,
    `${row.ratio.toFixed(2)} of ${row.limit}`,
    row.measured,
    row.floor,
  ]);
  return alignedText(cells);
}

/** Rows of cells in columns. */
export function alignedText(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<readonly number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, cell.length)),
    [],
  );
  const lineOf = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map(row => lineOf(row).trimEnd()).join('\n');
}
