// The tables of a store, as numbered schema changes. A released change is never edited; a removal comes one minor
// version after the change that makes it unneeded (expand, then contract). Records need no migrations: they change
// additively.

export interface Migration {
  readonly version: number;
  readonly title: string;
  /** Statements, for the schema of that quoted name. */
  readonly sql: (schema: string) => string;
}

export const migrations: readonly Migration[] = [
  { version: 1, title: 'trees, records, workers, intents, blobs, pauses', sql: firstTables },
  { version: 2, title: 'roles of viewers and workers', sql: rolesAndRights },
  {
    version: 3,
    title: 'each due time of a schedule begins one tree',
    sql: () => 'alter table tree add column origin text; create unique index tree_origin on tree (rtws, origin)',
  },
  {
    version: 4,
    title: 'trees that wait for a file or for the end of another dialog',
    sql: () =>
      'alter table tree add column watches text; create index tree_watches on tree (rtws) where watches is not null',
  },
  { version: 5, title: 'what was sent to people', sql: schema => noticeTable(schema) },
  { version: 6, title: 'what is known of schedules besides their trees', sql: schema => scheduleTable(schema) },
  { version: 7, title: 'addresses in notices hold in every process', sql: schema => noticeSecret(schema) },
];

/** The version of the tables that this program works with. */
export const SCHEMA_VERSION = migrations.length;

// `record.body` is text, not jsonb: a line keeps its exact bytes, and jsonb cannot hold \\u0000. Every row of a root
// has its id in the key, so that a distributed server can keep it in one shard.
function firstTables(): string {
  return `
create table worker (
  id text primary key, name text not null, serves text[] not null, room int not null,
  beat timestamptz not null default now(), lock_key int not null);
create table tree (
  root text primary key, rtws text not null, epoch bigint not null, owner text, seq bigint not null,
  status text not null default 'running', due_at timestamptz,
  takeovers int not null default 0,
  summary text, changed timestamptz not null default clock_timestamp()) with (fillfactor = 50);
create index tree_due on tree (due_at) where due_at is not null;
create index tree_changed on tree (rtws, changed);
create index tree_owner on tree (owner) where owner is not null;
create table record (
  root text not null, seq bigint not null, epoch bigint not null, dialog text not null, course int not null,
  body text not null, primary key (root, seq));
create table course (
  root text not null, dialog text not null, course int not null, seq bigint not null, primary key (root, dialog, course));
create table intent (
  id bigint generated always as identity, root text not null, msg_id text not null, body text not null,
  said timestamptz not null default now(), applied timestamptz, refusal text, primary key (root, msg_id));
create index intent_open on intent (root) where applied is null;
create table blob (
  root text not null, dialog text not null, kind text not null, hash text not null, bytes bytea not null,
  primary key (root, dialog, kind, hash));
create table pause (provider text primary key, until timestamptz not null, reason text not null);
`;
}

function noticeTable(schema: string): string {
  return `
create table notice (
  id bigint generated always as identity primary key, rtws text not null, transport text not null, key text not null,
  step int not null, body text not null, unique (rtws, transport, key, step));
do $$ begin
  grant select on ${schema}.notice to dominds_viewer, dominds_worker;
  grant insert, update, delete on ${schema}.notice to dominds_worker;
exception when undefined_object then null; end $$;
`;
}

function scheduleTable(schema: string): string {
  return `
create table schedule (id bigint generated always as identity primary key, rtws text not null, body text not null);
create index schedule_rtws on schedule (rtws);
do $$ begin
  grant select on ${schema}.schedule to dominds_viewer, dominds_worker;
  grant insert, update, delete on ${schema}.schedule to dominds_worker;
exception when undefined_object then null; end $$;
`;
}

// Who may hand over words may read the secret: it does no more than they can. Who may only read tables may not.
function noticeSecret(schema: string): string {
  return `
create table secret (name text primary key, value text not null);
insert into secret values ('notices', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
create function notice_secret() returns text
  language sql stable security definer set search_path = ${schema}, pg_temp as $$
  select value from secret where name = 'notices' $$;
revoke all on secret from public;
revoke all on function notice_secret() from public;
do $$ begin
  grant execute on function notice_secret() to dominds_viewer, dominds_worker;
exception when undefined_object then null; end $$;
`;
}

// A viewer reads everything and sends intents; it cannot write anything else.
function rolesAndRights(schema: string): string {
  return `
create function say(the_root text, the_msg text, the_body text) returns void
  language sql security definer set search_path = ${schema}, pg_temp as $$
  insert into intent (root, msg_id, body) values (the_root, the_msg, the_body) on conflict do nothing $$;
create function take_refusal(the_root text, the_msg text) returns table (applied boolean, refusal text)
  language sql stable security definer set search_path = ${schema}, pg_temp as $$
  select applied is not null, refusal from intent where root = the_root and msg_id = the_msg $$;
revoke all on function say(text, text, text), take_refusal(text, text) from public;
do $$ begin
  if not exists (select from pg_roles where rolname = 'dominds_viewer') then create role dominds_viewer nologin; end if;
  if not exists (select from pg_roles where rolname = 'dominds_worker') then create role dominds_worker nologin; end if;
exception when insufficient_privilege or duplicate_object or unique_violation then null; end $$;
do $$ begin
  grant usage on schema ${schema} to dominds_viewer, dominds_worker;
  grant select on all tables in schema ${schema} to dominds_viewer, dominds_worker;
  grant execute on function say(text, text, text), take_refusal(text, text) to dominds_viewer, dominds_worker;
  grant insert, update, delete on worker, tree, record, course, intent, blob, pause to dominds_worker;
exception when undefined_object then null; end $$;
`;
}
