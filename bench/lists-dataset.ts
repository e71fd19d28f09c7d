import pg from 'pg'
import { EVERY_OWNER } from '../packages/db/src/schema/tags.ts'

/** How many rows are inserted. One percent of the full size is enough for a quick run. */
export interface DatasetSize {
  jobs: number
  workData: number
  steps: number
  owners: number
}

/** The tables that lists read, and the tables that depend on them. */
const TABLES = ['job', 'job_listing', 'job_input', 'work_data', 'processing_step', 'tag', 'used_tag']

/**
 * Inserts jobs, work data and steps of many owners directly into the tables. The first owner has 30% of all rows; the
 * shares of the others decrease as 1/n. The content of a row depends only on its number, so every run has the same
 * rows. Triggers are disabled and indexes are built last, so a million jobs take about a minute. Each owner has an
 * account; otherwise the server would delete the owner's jobs during the measurement.
 */
export async function fillLists(superuserUrl: string, firstOwner: string, size: DatasetSize): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await client.query(
      `set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '128MB'`,
    )
    const indexes = await dropIndexes(client)
    await client.query(helpers(firstOwner, size.owners))
    await client.query(steps(size))
    await client.query(workData(size))
    await client.query(jobs(size))
    for (const definition of indexes) await client.query(definition)
    for (const table of TABLES) await client.query(`vacuum (analyze, freeze) ${table}`)
  } finally {
    await client.end()
  }
}

async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid::regclass::text = any($1) and not indisunique`,
    [TABLES],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map((row) => row.definition)
}

function helpers(firstOwner: string, owners: number): string {
  return `
create temp table share as
select nth, case nth when 1 then '${firstOwner}'::uuid else md5('owner' || nth)::uuid end as id,
       case nth when 1 then 0.3 else 0.7 / nth / (select sum(1.0 / k) from generate_series(2, ${owners}) k) end as share
from generate_series(1, ${owners}) nth;
create temp view shares as
select array_agg(id order by nth) as ids, array_agg(low::float8 order by nth) as lows
from (select *, sum(share) over (order by nth) - share as low from share) as s;
insert into owner (id, kind, name, plan) select id, 'user', 'Owner ' || nth, 'enterprise' from share on conflict do nothing;
insert into "user" (id, public_id, name, email) select id, id, 'Owner ' || nth, 'owner' || nth || '@example.org' from share on conflict do nothing;
create function pg_temp.dice(n int, salt int) returns float8 stable language sql
  as $$ select (hashint4(n # (salt * 7919))::float8 + 2147483648) / 4294967296 $$;
create function pg_temp.v7(at timestamptz, seed int) returns uuid stable language sql
  as $$ select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(seed::text), 1, 3) || '8' || substr(md5(seed::text), 4, 15))::uuid $$;
create function pg_temp.noun(h int) returns text stable language sql as $$ select
  (array['Rhine','Main','Neckar','Mosel','Elbe','Oder','Weser','Isar','Spree','Havel','Saale','Ems','Lahn','Ruhr','Inn','Lech'])[1 + (h & 15)]
  || ' ' || (array['gauge','level','rainfall','runoff','sensor','profile','survey','flood','turbidity','oxygen','nitrate','salinity','height','volume','intake','weir'])[1 + (h >> 4 & 15)]
  || ' ' || (array['north','south','upper','lower','weekly','daily','raw','merged','draft','final','checked','hourly','monthly','spring','winter','delta'])[1 + (h >> 8 & 15)] $$;`
}

const MADE_AT = (n: string, of: number) => `timestamptz '2024-01-01' + ${n} * interval '${(2 * 365 * 86400) / of} s'`

function steps({ steps: count }: DatasetSize): string {
  return `
insert into processing_step (id, owner_id, created_by, function_name, version, version_key, title, short_description, long_description,
  is_public, hidden, tags, input_slots, output_slots, manifest, created_at, modified_at)
select md5('step' || n)::uuid, owner_id, owner_id, 'function_' || n / 4, '1.' || n % 4 || '.0', '0001.' || n % 4, initcap(pg_temp.noun(hashint4(n # 1))) || ' ' || n,
  'Computes ' || pg_temp.noun(hashint4(n # 2)), repeat('What it does in detail, with ' || pg_temp.noun(hashint4(n # 3)) || '. ', 12),
  n % 3 > 0, n % 20 = 0, array['kind=' || n % 7, 'topic=' || n % 40], '[]', '[]', '{"function_name": "f"}', made, made
from (select n, ${MADE_AT('n', count)} as made, ids[width_bucket(pg_temp.dice(n, 6), lows)] as owner_id from shares, generate_series(1, ${count}) n) as s;`
}

function workData({ workData: count }: DatasetSize): string {
  return `
create temp table data_made as
select n, pg_temp.v7(made, n) as id, owner_id, made
from (select n, ${MADE_AT('n', count)} as made, ids[width_bucket(pg_temp.dice(n, 7), lows)] as owner_id from shares, generate_series(1, ${count}) n) as s;
insert into work_data (id, owner_id, created_by, name, media_type, size_in_bytes, sha256, kind, hidden, deletable, tags, produced_by_step, created_at)
select id, owner_id, owner_id, pg_temp.noun(hashint4(n # 4)) || ' ' || n % 1000 || '.csv',
  (array['text/csv','text/csv','text/csv','application/json','application/pdf','image/png','application/vnd.apache.parquet','text/plain','application/zip'])[1 + n % 9],
  (pg_temp.dice(n, 8) * 1e8)::bigint, md5('w' || n) || md5('v' || n), case when n % 3 = 0 then 'ProcessingArtefact' else 'ClientUpload' end,
  n % 33 = 0, n % 5 = 0, ${tagsOf('n')}, case when n % 3 = 0 then md5('step' || 1 + n % 997)::uuid end, made
from data_made;
insert into tag (owner_id, kind, tag, resource, created_at, hidden, sub, is_public)
select owner_id, 'WorkData', unnest(tags), id, created_at, hidden, false, false from work_data;
insert into tag (owner_id, kind, tag, resource, created_at, hidden, sub, is_public)
select owner_id, 'ProcessingStep', unnest(tags), id, created_at, hidden, false, is_public from processing_step;`
}

/**
 * Returns SQL that inserts the jobs. Each block of ten jobs belongs to one owner. The last job of a block is a sub-job
 * of the first. One tag is marked as possibly unused.
 */
function jobs({ jobs: count }: DatasetSize): string {
  return `
create temp table job_made as
select n, pg_temp.v7(made, n) as id, owner_id, made, pg_temp.dice(n, 9) as dice
from (select n, ${MADE_AT('n', count)} as made, ids[width_bucket(pg_temp.dice(n / 10, 10), lows)] as owner_id from shares, generate_series(1, ${count}) n) as s;
insert into job (id, owner_id, created_by, name, state, step_id, parent_id, again_of, parameters, tags, hidden, attempt, worker,
  lease_token, lease_until, created_at, started_at, completed_at)
select id, owner_id, owner_id, 'Clean ' || pg_temp.noun(hashint4(n # 5)) || ' ' || n % 2000,
  state, case when state <> 'Created' then md5('step' || 1 + (power(pg_temp.dice(n, 11), 3) * 999)::int)::uuid end,
  case when n % 10 = 9 then pg_temp.v7(${MADE_AT('(n - 9)', count)}, n - 9) end,
  case when n % 50 = 7 then pg_temp.v7(${MADE_AT('(n - 3)', count)}, n - 3) end,
  '{"columns": ["level", "discharge"], "window": 24}', ${tagsOf('n')}, n % 33 = 0, 1, case when state not in ('Created', 'ReadyForProcessing') then 'worker ' || n % 5 end,
  case when state = 'Processing' then id end, case when state = 'Processing' then now() + interval '1 day' end,
  made, made + interval '1 s', case when state in ('Completed', 'Error', 'Canceled') then made + interval '1 s' + pg_temp.dice(n, 12) * interval '1 h' end
from (select *, case when dice < 0.80 then 'Completed' when dice < 0.88 then 'Error' when dice < 0.94 then 'Canceled' when dice < 0.97 then 'Created'
        when dice < 0.985 then 'ReadyForProcessing' when dice < 0.995 then 'Pending' when dice < 0.9952 then 'Processing' else 'DataMissing' end as state
      from job_made) as j;
insert into job_listing (job_id, owner_id, name, hidden, is_trial, parent_id, created_at) select id, owner_id, name, hidden, is_trial, parent_id, created_at from job;
insert into tag (owner_id, kind, tag, resource, created_at, hidden, sub, is_public) select owner_id, 'Job', unnest(tags), id, created_at, hidden, parent_id is not null, false from job;
insert into used_tag (owner_id, kind, tag, hidden, sub)
select distinct unnest(array[owner_id, '${EVERY_OWNER}'::uuid]), kind, tag, hidden, sub from tag where kind <> 'ProcessingStep' order by 1, 2, 3;
insert into used_tag (owner_id, kind, tag, hidden, sub, maybe_unused)
select distinct owner_id, kind, tag, hidden, sub, true from used_tag where tag = 'campaign=399' and not maybe_unused;
insert into job_input (owner_id, job_id, slot, item, work_data_id)
select j.owner_id, j.id, 0, 0, w.id
from (select job_made.*, 1 + (power(pg_temp.dice(n, 13), 2) * (of - 1))::int as place
      from job_made join (select owner_id, count(*) as of from data_made group by owner_id) as counted using (owner_id)) as j
join (select *, row_number() over (partition by owner_id order by n) as place from data_made) as w
  on w.owner_id = j.owner_id and w.place = j.place;`
}

/** Returns SQL for up to three tags of a row. A few tags are common, and several hundred tags are rare. */
function tagsOf(n: string): string {
  return `case when ${n} % 5 < 2 then '{}'::text[] else array['river=' || ${n} % 16] end
  || case when ${n} % 5 > 2 then array['campaign=' || (power(pg_temp.dice(${n}, 14), 3) * 400)::int] else '{}' end
  || case when ${n} % 10 = 4 then array['raw'] else '{}' end`
}
