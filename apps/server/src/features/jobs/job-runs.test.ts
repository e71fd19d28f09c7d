import type { JobProperties } from '@millrace/contracts/jobs'
import type { SirenDocument } from '@millrace/siren/document'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'

const api = await testApi()

type Job = SirenDocument<JobProperties>

async function made(person: TestClient, name: string, again?: string): Promise<string> {
  const reply = await person.post('/api/Job/CreateJob', { Name: name, ...(again && { AgainOfUrl: again }) })
  expect(reply.status).toBe(201)
  return reply.headers.get('location') ?? ''
}

const runsLink = ({ links }: Job) => links?.find(({ rel }) => rel.includes('Runs'))?.href

describe('the runs of a job', () => {
  it('are numbered and listed, the latest first', async () => {
    const alice = await api.signUp()
    const first = await made(alice, 'first')
    const second = await made(alice, 'second', first)
    await made(alice, 'third', second)
    await made(alice, 'another')

    const job = await alice.read<Job>(second)
    const runs = await alice.read<SirenDocument>(runsLink(job) ?? '')

    expect(job.properties.Run).toEqual({ Number: 2, Count: 3 })
    expect((await alice.read<Job>(first)).properties.Run).toEqual({ Number: 1, Count: 3 })
    expect((runs.entities as unknown as Job[]).map(({ properties }) => properties.Name)).toEqual([
      'third',
      'second',
      'first',
    ])
  })

  it('are absent from a job that was run once, and unknown to others', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    const only = await made(alice, 'only')

    const job = await alice.read<Job>(only)

    expect(job.properties.Run).toBeUndefined()
    expect(runsLink(job)).toBeUndefined()
    expect((await mallory.get(`${only}/Runs`)).status).toBe(404)
  })
})
