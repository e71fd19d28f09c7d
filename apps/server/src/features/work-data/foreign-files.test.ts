import type { WorkDataProperties } from '@millrace/contracts/work-data'
import type { SirenDocument } from '@millrace/siren/document'
import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { availableActionsOf, uploads } from '#testing/jobs.ts'

const api = await testApi()

it('shows administrators the owner of a file, and refuses edits instead of ignoring them', async () => {
  const bob = await api.signUp()
  const data = await uploads(bob, 'private.csv')

  const seen = await api.administrator.read<SirenDocument<WorkDataProperties>>(data)
  const edits = await Promise.all([
    api.administrator.post(`${data}/EditTags`, { Tags: ['mine'] }),
    api.administrator.post(`${data}/EditComment`, { Comment: 'mine' }),
  ])

  expect(seen.properties).toMatchObject({ OwnerId: bob.publicId, OwnerName: bob.person.name })
  expect(await availableActionsOf(api.administrator, data)).toEqual(['Delete'])
  for (const reply of edits) {
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ detail: expect.stringContaining('belongs to another owner') })
  }
  const kept = await bob.read<SirenDocument<WorkDataProperties>>(data)
  expect(kept.properties).toMatchObject({ Tags: [], Comments: null, OwnerName: bob.person.name })
})
