import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { GENERIC_INDEX_PLAN } from './generic-index-plan.ts'
import { newUuidV7 } from './new-id.ts'
import { testDatabase } from './testing/database.ts'

const { superuserUrl } = await testDatabase()
const client = new pg.Client(superuserUrl)
let plans: string[] = []
client.on('notice', ({ message = '' }) => void plans.push(message))
await client.connect()
await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_level = notice;
  set auto_explain.log_nested_statements = on; set auto_explain.log_analyze = on;
  create function pg_temp.bulk_failure() returns void language plpgsql ${GENERIC_INDEX_PLAN} as $$
  begin
    update job set state = 'Error';
  end $$`)
afterAll(() => client.end())

/** Creates jobs that run workflows, and returns their ids. */
async function hasExecutions(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newUuidV7()).toSorted()
  await client.query(
    `insert into job (id, owner_id, created_by, name, executor) select id, id, id, 'Workflow', 'engine' from unnest($1::uuid[]) as id`,
    [ids],
  )
  return ids
}

/** Runs `work` and returns the query plans of the statements that contain this text. */
async function plansOf(text: string, work: () => Promise<unknown>): Promise<string[]> {
  plans = []
  await work()
  return plans.filter((plan) => plan.includes(text))
}

it('finds executions that end together without comparing each pair, also within functions that use indexes', async () => {
  const ids = await hasExecutions(2)

  const [plan] = await plansOf('except', () => client.query('select pg_temp.bulk_failure()'))

  const { rows } = await client.query<{ id: string }>('select execution_id as id from execution_due')
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids)
  expect(plan).toContain('SetOp')
  expect(plan).not.toContain('Nested Loop')
})

it('reads only the nodes whose runs are created, however many others the workflow has', async () => {
  const ids = await hasExecutions(1)
  await client.query(
    `insert into execution (job_id, owner_id, definition_id, definition_sha256, definition, variables, step_ids, depth)
     select id, id, id, '', '{}', '{}', '{}', 0 from unnest($1::uuid[]) as id`,
    [ids],
  )
  await client.query(
    `insert into execution_node (execution_id, node, owner_id, node_id, title, state, remaining, retries, stops)
     select id, node, id, node, node, 'Ready', 0, 0, true from unnest($1::uuid[]) as id, generate_series(0, 99) as node`,
    [ids],
  )

  const started = JSON.stringify({ 42: [3, 0] })
  const [plan] = await plansOf('update execution_node as node', () =>
    client.query(`select create_runs($1, '[]', $2, null, null)`, [ids[0], started]),
  )

  const { rows } = await client.query('select node, runs from execution_node where runs is not null')
  expect(rows).toEqual([{ node: 42, runs: 3 }])
  expect(plan).not.toContain('Rows Removed')
})

it('calls the engine for a node before a fan-in only if it is the last such node, or if progress is counted', async () => {
  const ids = await hasExecutions(1)
  await client.query(
    `insert into execution (job_id, owner_id, definition_id, definition_sha256, definition, variables, step_ids, depth)
     select id, id, id, '', '{}', '{}', '{}', 0 from unnest($1::uuid[]) as id`,
    [ids],
  )
  await client.query(
    `insert into execution_node (execution_id, node, owner_id, node_id, title, state, remaining, retries, stops, counts)
     select id, node, id, node, node, case node when 3 then 'Waiting' else 'Completed' end, case node when 3 then 3 else 0 end,
       0, true, node = 1
     from unnest($1::uuid[]) as id, generate_series(0, 3) as node`,
    [ids],
  )
  await client.query(
    `insert into execution_edge (execution_id, from_node, to_node, owner_id, uses)
     select id, node, 3, id, true from unnest($1::uuid[]) as id, generate_series(0, 2) as node`,
    [ids],
  )
  const called = async (node: number) => {
    await client.query('select end_nodes($1, array[$2::int])', [ids, node])
    const { rows } = await client.query<{ counts: boolean }>(
      'delete from execution_due where execution_id = any($1) returning counts',
      [ids],
    )
    return rows.map(({ counts }) => counts)
  }

  expect([await called(0), await called(1), await called(2)]).toEqual([[], [true], [false]])
  const { rows } = await client.query('select state from execution_node where execution_id = any($1) and node = 3', [
    ids,
  ])
  expect(rows).toEqual([{ state: 'Ready' }])
})
