import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { limitsFrom } from '@millrace/worker-sdk/process/step-limits'
import { inputWith, settles } from '@millrace/worker-sdk/testing/job-server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { STEP_LIMITS } from '#step-settings.ts'
import { SMALL } from '#testing.ts'
import { filterRows } from './filter-rows.ts'
import { queryTable } from './query-table.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** Runs a query in the built-in worker with its default limits. `env` overrides limits, as an operator would. */
function ask(sql: string, { env = {}, timeLimitMs = 60_000 }: { env?: Record<string, string>; timeLimitMs?: number }) {
  for (const [name, value] of Object.entries({ ...STEP_LIMITS, ...env })) vi.stubEnv(name, value)
  const job = {
    functionName: queryTable.functionName,
    version: queryTable.version,
    parameters: { sql },
    inputs: [inputWith('tables', 'small.csv', SMALL)],
    outputs: [{ slot: 'result', mediaType: '', maxSlots: 1 }],
    timeLimitMs,
  }
  const entry = join(import.meta.dirname, '../main.ts')
  return settles(job, { entry, limits: limitsFrom(process.env), content: SMALL })
}

describe('a hostile query', () => {
  it.each([
    [
      'slowly',
      'SELECT list_sum(list_transform(range(50000000), x -> x * 2)) AS sum',
      {},
      // On a busy machine, the engine may reach its own limit before the memory of the step's process is measured.
      /^The step needed more than 1 GB of memory, the limit of this worker\..* STEP_MEMORY_MB\.$|^The table needs more memory than a step may use\./,
    ],
    ['immediately', 'SELECT range(500000000) AS numbers', {}, /^The table needs more memory than a step may use\./],
    // The limit is lowered, because filling 1 GB takes eight seconds of CPU time, or up to a minute on a busy machine.
    ['as one text', `SELECT length(repeat('x', 300000000)) AS n FROM range(3)`, { STEP_MEMORY_MB: '400' }, /memory/],
  ] as const)(
    'ends its job, not the worker, when it takes %s more memory than the engine counts',
    async (_, sql, env, sentence) => {
      const { settled, folder } = await ask(sql, { env })

      expect(settled).toEqual([['fail', 'final', expect.stringMatching(sentence)]])
      expect(await readdir(folder)).toEqual([])
    },
  )

  it('cannot fill the disk with temporary data', async () => {
    const sql = 'SELECT i, hash(i) AS h FROM range(100000000) t(i) ORDER BY h'

    const { settled, folder } = await ask(sql, { env: { STEP_DISK_MB: '20' } })

    expect(settled).toEqual([
      ['fail', 'final', expect.stringMatching(/^The step wrote more than 20 MB of results and temporary files/)],
    ])
    expect(await readdir(folder)).toEqual([])
  })

  it('ends at the time limit of its job', async () => {
    const sql = 'SELECT count(*) AS n FROM range(100000000) a, range(100000000) b WHERE a.range + b.range = -1'

    const { settled, folder } = await ask(sql, { timeLimitMs: 2_000 })

    expect(settled).toEqual([['fail', 'timed-out', 'The step reached its time limit.']])
    expect(await readdir(folder)).toEqual([])
  })

  it('leaves its limits to the operator, who may set them', async () => {
    const { settled } = await ask('SELECT count(*) AS n FROM input', {
      env: { STEP_MEMORY_MB: '600', STEP_DISK_MB: '50' },
    })

    expect(settled).toEqual([['complete', undefined, undefined]])
  })
})

describe('a view of a large CSV that is kept as a job', () => {
  it('names the disk limit if the table needs more space, however few rows are kept', async () => {
    for (const [name, value] of Object.entries({ ...STEP_LIMITS, STEP_DISK_MB: '10' })) vi.stubEnv(name, value)
    const line = (at: number) => `${at},${(at * 7919) % 1_000_003}.${at % 97},word ${(at * 31_337) % 100_003}\n`
    const content = `id,level,place\n${Array.from({ length: 1_000_000 }, (_, at) => line(at)).join('')}`
    const job = {
      functionName: filterRows.functionName,
      version: filterRows.version,
      parameters: { conditions: [{ column: 'id', is: 'at most', value: '10' }] },
      inputs: [inputWith('table', 'large.csv', content)],
      outputs: [{ slot: 'filtered', mediaType: '', maxSlots: 1 }],
      timeLimitMs: 120_000,
    }

    const { settled, folder } = await settles(job, {
      entry: join(import.meta.dirname, '../main.ts'),
      limits: limitsFrom(process.env),
      content,
    })

    expect(settled).toEqual([
      [
        'fail',
        'final',
        'The step wrote more than 10 MB of results and temporary files, the limit of this worker. Process less data per job, or ask its operator to raise STEP_DISK_MB.',
      ],
    ])
    expect(await readdir(folder)).toEqual([])
  })
})
