import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { asSystem } from './act.ts'
import { APPLICATION_ROLE } from './embedded-settings.ts'
import { migrate } from './migrate.ts'
import { asSuperuser } from './testing/cluster.ts'
import { testDatabase } from './testing/database.ts'

const db = await testDatabase()

describe('migrate', () => {
  it('lets one of several servers that start at the same time set up the database while the others wait', async () => {
    const url = await emptyDatabase()

    await Promise.all(Array.from({ length: 4 }, () => migrate(url)))

    expect(await ask(url, 'select kind from owner')).toEqual([{ kind: 'system' }])
  })

  it('takes no locks when a server of the same version joins running ones', async () => {
    const { promise: done, resolve: finish } = Promise.withResolvers<void>()
    const { promise: reading, resolve: begun } = Promise.withResolvers<void>()
    const reader = asSystem(db, async (tx) => {
      await tx.query('select * from job, work_data, owner, processing_step for update')
      begun()
      await done
    })

    await reading
    await migrate(db.url)
    finish()
    await reader
  })

  it('restores rules that differ from those of this version', async () => {
    await asSuperuser(db.superuserUrl, `comment on function job_guard() is 'of another version'`)
    await asSuperuser(db.superuserUrl, 'drop trigger job_guard on job')

    await migrate(db.url)

    expect(await ask(db.url, `select tgname from pg_trigger where tgname = 'job_guard'`)).toHaveLength(1)
  })

  it('leaves the rules of a newer version unchanged', async () => {
    const newer =
      'create or replace function job_guard() returns trigger language plpgsql as $$ begin return new; end $$'
    await asSuperuser(db.superuserUrl, newer)
    await asSuperuser(db.superuserUrl, `comment on function job_guard() is 'of a newer version'`)
    await asSuperuser(
      db.superuserUrl,
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`,
    )

    await migrate(db.url)

    expect(await ask(db.url, `select obj_description(to_regprocedure('job_guard()')) as said`)).toEqual([
      { said: 'of a newer version' },
    ])
  })

  it('FLT29 leaves the schema of a newer version unchanged and says so', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    await ask(url, `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9000000000000)`)
    await ask(url, `comment on function job_guard() is 'newer'`)
    const warnings: string[] = []

    await migrate(url, (sentence) => warnings.push(sentence))

    expect(warnings).toEqual([expect.stringContaining('newer version of Millrace has changed the schema')])
    expect(await ask(url, `select obj_description(to_regprocedure('job_guard()')) as comment`)).toEqual([
      { comment: 'newer' },
    ])
  })

  it('refuses a database of a pre-release version without changing it and says what to do', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    await ask(url, 'update drizzle.__drizzle_migrations set created_at = 1795180285654')
    await ask(url, `comment on function job_guard() is 'pre-release'`)

    await expect(migrate(url)).rejects.toThrow(/pre-release version.*Start with an empty data directory/)

    expect(await ask(url, `select obj_description(to_regprocedure('job_guard()')) as comment`)).toEqual([
      { comment: 'pre-release' },
    ])
  })

  it.each([
    ['table', 'public.job'],
    ['later index', 'public.execution_run_repeat'],
    ['trigger', 'job_history_update on public.job'],
  ])('FLT30 undoes what was interrupted at a %s, and completes it at the next start', async (_, object) => {
    const url = await emptyDatabase()
    const name = new URL(url).pathname
    const superuserUrl = inject('testCluster').superuserUrl.replace(/\/[^/?]*(?=\?|$)/, name)
    await asSuperuser(superuserUrl, interruption(object))

    const interrupted = migrate(url).catch((error) => Promise.reject(error.cause ?? error))
    await expect(interrupted).rejects.toThrow('Connection terminated')
    const left = await ask(url, HALF_DONE)
    await asSuperuser(superuserUrl, 'drop event trigger interruption; drop function interruption()')
    await migrate(url)

    expect(left).toEqual([])
    expect(await ask(url, SCHEMA)).toEqual(await ask(db.url, SCHEMA))
  })

  it('refuses a superuser and says why', async () => {
    await expect(migrate(db.superuserUrl)).rejects.toThrow(/^DATABASE_URL names a superuser.* Use a role/)
  })
})

/** An event trigger that terminates the connection of the session that creates `object`. */
const interruption = (object: string) => `
  create function interruption() returns event_trigger language plpgsql as $$ begin
    if exists (select from pg_event_trigger_ddl_commands() where object_identity = '${object}') then
      perform pg_terminate_backend(pg_backend_pid());
    end if;
  end $$;
  create event trigger interruption on ddl_command_end execute function interruption()`

/**
 * Finds traces of an interrupted migration: tables although no migration is recorded, and functions of the rules
 * although the comment that marks all rules as applied is missing.
 */
const HALF_DONE = `
  select relname as name from pg_class where relnamespace = 'public'::regnamespace
    and not exists (select from drizzle.__drizzle_migrations)
  union all
  select proname from pg_proc where pronamespace = 'public'::regnamespace and proname in ('job_guard', 'job_history')
    and obj_description(to_regprocedure('job_guard()'), 'pg_proc') is null`

const SCHEMA = `
  select 'relation' as kind, relname as name from pg_class where relnamespace = 'public'::regnamespace
  union all select 'trigger', tgname from pg_trigger where not tgisinternal
  union all select 'policy', polname from pg_policy
  order by kind, name`

let count = 0
async function emptyDatabase(): Promise<string> {
  const { superuserUrl } = inject('testCluster')
  count += 1
  const name = `empty_${process.pid}_${Date.now()}_${count}`
  await asSuperuser(superuserUrl, `create database ${name} owner ${APPLICATION_ROLE}`)
  afterAll(() => asSuperuser(superuserUrl, `drop database ${name} with (force)`))
  const url = new URL(superuserUrl)
  url.pathname = `/${name}`
  url.username = APPLICATION_ROLE
  return url.href
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`set millrace.role = 'system'`)
  const { rows } = await client.query(text)
  await client.end()
  return rows
}
