import type { ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import { asSystem } from '@millrace/db/act'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { availableActionsOf, does } from '#testing/jobs.ts'
import { contributor, readStep, registersStep } from '#testing/steps.ts'

const api = await testApi()

/** Returns the steps with a name in the order that clients receive, each as owner's name and version. */
async function found(client: TestClient, name: string): Promise<string[]> {
  const query = await client.post('/api/ProcessingStepQuery/CreateQuery', {
    Filter: { FunctionName: name, FunctionNameMatchType: 'MatchExact' },
  })
  const result = await client.read<SirenDocument>(query.headers.get('location') ?? '')
  return embedded<ProcessingStepProperties>(result, 'item').map(
    ({ properties }) => `${properties.OwnerName} ${properties.Version}`,
  )
}

const idOf = (step: string) => step.split('/').at(-1)
const publishes = (step: string) => api.administrator.post(`${step}/MakePublic`)

describe('the name of a step', () => {
  it('sec/E2 finds the user’s own step first, even if another user published a newer version', async () => {
    const [mara, mallory, alice] = [await contributor(api), await contributor(api), await api.signUp()]
    await registersStep(mara, 'taken', { version: '1.0.0' })
    await publishes(await registersStep(mallory, 'taken', { version: '99.0.0' }))

    expect(await found(mara, 'taken')).toEqual([`${mara.person.name} 1.0.0`, `${mallory.person.name} 99.0.0`])
    expect(await found(alice, 'taken')).toEqual([`${mallory.person.name} 99.0.0`])
  })

  it('finds the built-in step before a step published by a user', async () => {
    const [mallory, alice] = [await contributor(api), await api.signUp()]
    const builtIn = await registersStep(await contributor(api), 'query_table', { version: '1.0.0' })
    const stolen = await registersStep(mallory, 'query_table', { version: '99.0.0' })
    await asSystem(api.db, async (tx) => {
      const published = 'update processing_step set is_public = true where id = any($1)'
      await tx.query(published, [[builtIn, stolen].map(idOf)])
      await tx.query('update processing_step set owner_id = $1 where id = $2', [SYSTEM_OWNER_ID, idOf(builtIn)])
    })

    expect(await found(alice, 'query_table')).toEqual(['Millrace 1.0.0', `${mallory.person.name} 99.0.0`])
  })

  it('sec/E2 belongs to its first owner once it is public', async () => {
    const [mara, mallory] = [await contributor(api), await contributor(api)]
    const first = await registersStep(mara, 'first', { version: '1.0.0' })
    const second = await registersStep(mara, 'first', { version: '2.0.0' })
    const other = await registersStep(mallory, 'first', { version: '99.0.0' })

    expect((await publishes(first)).status).toBe(200)
    const refused = await publishes(other)
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({
        detail: `${mara.person.name} already has a public step called first. Register this one under another name.`,
      }),
    ])
    expect((await publishes(second)).status).toBe(200)
    expect((await readStep(mallory, other)).properties.IsPublic).toBe(false)
  })

  it('sec/E2 can only be made public by an administrator', async () => {
    const mara = await contributor(api)
    const step = await registersStep(mara, 'mine')

    const refused = await mara.post(`${step}/MakePublic`)

    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({ detail: expect.stringContaining('Only an administrator can make a step public') }),
    ])
    expect(await availableActionsOf(mara, step)).not.toContain('MakePublic')
    expect(await availableActionsOf(api.administrator, step)).toContain('MakePublic')
    await does(api.administrator, step, 'MakePublic')
    expect(await availableActionsOf(mara, step)).toContain('MakePrivate')
  })

  it('is published by only one of two owners, even at the same moment', async () => {
    const steps = await Promise.all(
      [await contributor(api), await contributor(api)].map((person) => registersStep(person, 'raced')),
    )

    const replies = await Promise.all(steps.map(publishes))

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
