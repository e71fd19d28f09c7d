import type { ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import type { QueryResultProperties } from '@millrace/contracts/queries'
import { testDatabase } from '@millrace/db/testing/database'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { hasJob, manifest, testWorker } from '#testing/jobs.ts'
import { superuserWithoutTriggers } from '#testing/superuser.ts'

const db = await testDatabase()
const api = await testApi({ db })
const superuser = await superuserWithoutTriggers(db)
const worker = await testWorker(api)
const [busy = ''] = await worker.registers(manifest('busy'), manifest('idle'))

interface Ran {
  days: number
  state: 'Completed' | 'Error'
  seconds: number
}

/** Inserts jobs of a client as if they had run. `days` is the age of a job, and `seconds` is its duration. */
async function ran(client: TestClient, runs: readonly Ran[]): Promise<void> {
  const model = (await hasJob(client, busy, 'Created')).split('/').at(-1)
  for (const { days, state, seconds } of runs) {
    await superuser.query(
      `insert into job (id, owner_id, created_by, name, step_id, state, created_at, started_at, completed_at)
       select $5, owner_id, created_by, name, step_id, $2, now() - make_interval(days => $3, mins => 5),
         now() - interval '1 hour', now() - interval '1 hour' + make_interval(secs => $4) from job where id = $1`,
      [model, state, days, seconds, api.deps.newId()],
    )
  }
  await superuser.query('delete from job where id = $1', [model])
}

async function listed(client: TestClient, query: object): Promise<Map<string, ProcessingStepProperties>> {
  const reply = await client.post('/api/ProcessingStepQuery/CreateQuery', query)
  const result = await client.read<SirenDocument<QueryResultProperties>>(reply.headers.get('location') ?? '')
  const steps = embedded<ProcessingStepProperties>(result, 'item')
  return new Map(steps.map(({ properties }) => [properties.FunctionName, properties]))
}

describe('a list of steps', () => {
  it('says how the owner used each step in the last 14 days, if requested', async () => {
    const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
    await ran(alice, [
      { days: 0, state: 'Completed', seconds: 3 },
      { days: 0, state: 'Completed', seconds: 5 },
      { days: 2, state: 'Completed', seconds: 40 },
      { days: 13, state: 'Error', seconds: 1 },
      { days: 15, state: 'Error', seconds: 1 },
    ])
    await ran(bob, [{ days: 1, state: 'Error', seconds: 1 }])

    const steps = await listed(alice, { IncludeUse: true })

    expect(steps.get('busy')?.Use).toEqual({
      Jobs: 4,
      IsPartial: false,
      Completed: 3,
      Failed: 1,
      ByDay: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2],
      MedianSeconds: 5,
    })
    expect(steps.get('idle')?.Use).toMatchObject({ Jobs: 0, Completed: 0, Failed: 0, MedianSeconds: null })
    expect((await listed(alice, {})).get('busy')).not.toHaveProperty('Use')
  })
})
