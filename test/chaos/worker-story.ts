// Dialog trees at a PostgreSQL store, driven by real workers that are killed, stopped and cut off while their database
// dies: what is played, and what must be true of every tree when it has ended (SPEC 20.5, 20.6).
import assert from 'node:assert/strict';
import pg from 'pg';
import { openRuntime } from '../../src/runtime.ts';
import type { WorkspaceFiles } from '../support/temp-workspace.ts';

/** A workspace in which a root asks a member, who reads a file and answers. */
export const paintingFolder: WorkspaceFiles = {
  '.minds/team.yaml': 'workspace: shop\nmember_defaults: {diligence-push-max: 0}\nmembers: {lead: {}, bob: {}}\n',
  '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
  'wall.txt': 'It is primed.\n',
  '.minds/p.yaml': `
replies:
  - {when: {agent: lead, contains: Painted}, say: All is painted., delayMs: 150, repeat: true}
  - {when: {agent: lead}, say: "!?@bob !tellaskSession wall Paint", delayMs: 150, repeat: true}
  - {when: {agent: bob, contains: primed}, say: Painted., delayMs: 150, repeat: true}
  - {when: {agent: bob, contains: Outcome unknown}, say: Painted., delayMs: 150, repeat: true}
  - {when: {agent: bob}, delayMs: 150, repeat: true, tools: [{name: read_file, args: {path: wall.txt}}]}
`,
};

/** Starts so many roots, which wait for workers then. */
export async function startRoots(rtws: string, url: string, roots: number): Promise<void> {
  const opened = await openRuntime({ rtws, env: {}, mode: 'record', store: { url, drive: 'here' } });
  assert.ok(opened.ok, JSON.stringify(opened));
  for (let n = 0; n < roots; n++) assert.ok((await opened.runtime.perform({ kind: 'start', text: `Begin ${n}` })).ok);
  await opened.runtime.close();
}

/** A person continues what asks for them: trees whose worker died three times in a row, or that lost a record. */
export async function continueLeft(rtws: string, url: string): Promise<number> {
  const opened = await openRuntime({ rtws, env: {}, mode: 'record', store: { url, drive: 'here' } });
  assert.ok(opened.ok, JSON.stringify(opened));
  const continued = await opened.runtime.perform({ kind: 'continueAll' });
  await opened.runtime.close();
  assert.ok(continued.ok);
  return continued.continued.length;
}

/** How the trees of a store stand. */
export interface Standing {
  readonly ended: number;
  /** Somebody drives them, or is to. */
  readonly underWay: number;
  /** Differs after every record and every claim. */
  readonly place: string;
}

export async function standing(query: Ask): Promise<Standing> {
  const [row] = await query(
    `select count(*) filter (where summary::json->>'state' = 'idle' and due_at is null and owner is null) as ended,
       count(*) filter (where due_at is not null or owner is not null) as "underWay",
       sum(epoch) || ' ' || sum(seq) as place from tree`,
  );
  return { ended: Number(row?.ended), underWay: Number(row?.underWay), place: String(row?.place) };
}

/** Trees that have not ended, and who has them: for a run that does not end. */
export function leftOver(query: Ask): ReturnType<Ask> {
  return query(
    `select t.root, t.epoch, t.seq, t.takeovers, t.due_at, t.summary::json->>'state' as state, w.name as owner, now() - w.beat as beat,
       (select string_agg(body::json->>'kind', ' ' order by seq) from record r where r.root = t.root and r.seq > t.seq - 6) as last
     from tree t left join worker w on w.id = t.owner
     where t.due_at is not null or t.owner is not null or t.summary::json->>'state' <> 'idle' order by t.root limit 20`,
  );
}

/** What is wrong with the trees: nothing lost, nothing twice, no write by an old epoch. */
export async function brokenTrees(rtws: string, url: string, query: Ask): Promise<readonly string[]> {
  const opened = await openRuntime({ rtws, env: {}, mode: 'read', store: { url, drive: 'workers' } });
  assert.ok(opened.ok, JSON.stringify(opened));
  const checked = await opened.runtime.doctor();
  await opened.runtime.close();
  assert.ok(checked.ok);
  const faults = checked.report.problems.map(problem => JSON.stringify(problem));
  const kinds = ['dialogCreated', 'tellaskMade', 'toolStarted', 'responseGiven', 'responseSupplied', 'userSaid'];
  const counts = await query(
    `select root, ${kinds.map(kind => `count(*) filter (where body like '%"kind":"${kind}"%') as "${kind}"`).join(', ')},
       count(*) filter (where body like '%"kind":"assistantSaid"%All is painted.%') as said from record group by root`,
  );
  const expected = {
    dialogCreated: 2,
    tellaskMade: 1,
    toolStarted: 1,
    responseGiven: 1,
    responseSupplied: 1,
    userSaid: 1,
    said: 1,
  };
  const twice = counts.flatMap(({ root, ...found }) =>
    Object.entries(expected).flatMap(([kind, count]) =>
      Number(found[kind]) === count ? [] : [`${root} has ${found[kind]} ${kind}, expected ${count}`],
    ),
  );
  return [...faults, ...twice];
}

/** Runs a statement in the schema of a store. */
export type Ask = (text: string) => Promise<readonly Record<string, unknown>[]>;

/** Asks a server by its port, one connection a statement: the server may have died since the last one. */
export function askAt(port: () => number, schema: string): Ask {
  return async text => {
    const client = new pg.Client({ host: '127.0.0.1', port: port(), user: 'dominds', database: 'postgres' });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`set search_path to ${schema}`);
      return (await client.query(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  };
}
