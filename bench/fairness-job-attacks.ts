import { type Attack, type Attacker, inParallel, request, uploadTable } from './fairness-attack.ts'
import { queryJobs, stateAfter } from './fairness-queries.ts'
import { registerStep, workerOf } from './fairness-worker.ts'

/** Attacks on the built-in worker and on the validation of parameters. */
export const JOB_ATTACKS: readonly Attack[] = [
  queries('queries: four that never end', {
    parallel: 4,
    sql: 'SELECT count(*) FROM range(1000000000) a, range(1000000000) b WHERE a.range + b.range = -1',
  }),
  queries('failures: 20 parallel queries that fail immediately', { parallel: 20, sql: 'SELECT missing FROM missing' }),
  queries('memory: four queries that build a list of 80 million numbers', {
    parallel: 4,
    sql: 'SELECT list_sum(list_transform(range(80000000), x -> x * 2)) AS total',
  }),
  queries('spill: four queries that sort 100 million rows', {
    parallel: 4,
    sql: 'SELECT i, hash(i) AS h FROM range(100000000) t(i) ORDER BY 2',
  }),
  parameters('parameters: 19,000 items, each checked against 60 objects, 20 in parallel', {
    schema: { anyOf: many(60, (n) => ({ properties: { [`k${n}`]: { const: n } }, required: [`k${n}`] })) },
    item: {},
    items: 19_000,
  }),
  parameters('parameters: 15,000 items, each compared with 1,000 values, 20 in parallel', {
    schema: { enum: many(1000, (n) => `value ${n}`) },
    item: 'value 999',
    items: 15_000,
  }),
]

/** Returns an attack that keeps queries running. When a query ends, another one is started. */
function queries(name: string, { sql, ...options }: { sql: string; parallel: number }): Attack {
  return {
    name,
    async prepare(attacker) {
      const { client, count } = attacker
      const setUp = await queryJobs(client, await uploadTable(attacker, ['1,2,3']))
      return (signal) =>
        inParallel(options.parallel, signal, async () => {
          const job = await setUp(sql)
          await client.post(`${job}/StartProcessing`, {})
          count('started')
          const end = await stateAfter(client, job, { states: ['Pending', 'Processing'], pollMs: 500, signal })
          if (signal.aborted) await client.post(`${job}/CancelProcessing`, {})
          else count(end)
        })
    },
  }
}

/**
 * Returns an attack that sets a job's parameters to values that are as slow to validate as the schema of a public step
 * allows.
 */
function parameters(name: string, { schema, item, items }: { schema: object; item: unknown; items: number }): Attack {
  return {
    name,
    async prepare(attacker) {
      const list = { type: 'array', items: schema }
      const step = await registerStep(workerOf(attacker), 'expensive', { type: 'object', properties: { list } })
      const job = await attacker.client.post('/api/Job/RapidSetup', {
        Name: 'expensive',
        ProcessingStepUrl: `${attacker.url}/api/ProcessingStep/${step}`,
      })
      const body = JSON.stringify({ list: many(items, () => item) })
      return (signal) => inParallel(20, signal, () => configure(attacker, job, { body, signal }))
    },
  }
}

function configure(attacker: Attacker, job: string, init: { body: string; signal: AbortSignal }): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  return request(attacker, `${job}/ConfigureProcessing`, { ...init, method: 'POST', headers })
}

function many<Item>(count: number, make: (nth: number) => Item): Item[] {
  return Array.from({ length: count }, (_, nth) => make(nth))
}
