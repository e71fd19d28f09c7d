import pg from 'pg'
import { expect, it } from 'vitest'
import { GENERIC_INDEX_PLAN } from './generic-index-plan.ts'
import { testDatabase } from './testing/database.ts'

const { superuserUrl } = await testDatabase()

it('the history of bulk changes is written with a plan that suits thousands of rows, also within functions that use indexes', async () => {
  const client = new pg.Client(superuserUrl)
  const plans: string[] = []
  client.on('notice', ({ message = '' }) => void (message.includes('insert into job_event') && plans.push(message)))
  await client.connect()
  await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_level = notice;
    set auto_explain.log_nested_statements = on;
    create function pg_temp.bulk_change() returns void language plpgsql ${GENERIC_INDEX_PLAN} as $$
    begin
      update job set name = name;
    end $$`)

  await client.query('select pg_temp.bulk_change()')
  await client.end()

  expect(plans).toEqual([expect.stringContaining('Hash Join')])
  expect(plans[0]).not.toContain('Nested Loop')
})
