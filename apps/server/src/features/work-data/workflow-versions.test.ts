import { MEDIA } from '@millrace/contracts/media-types'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { does, formOf } from '#testing/jobs.ts'

const api = await testApi()

function saves(client: TestClient, { title = 'Mine', workflow = 'abc', version = 2 } = {}): Promise<Response> {
  const definition = JSON.stringify({ version: 1, title, nodes: [] })
  const form = new FormData()
  form.append('tags', JSON.stringify([`workflow=${workflow}`, `version=${version}`]))
  form.append('files', formOf(`${title}.json`, definition, MEDIA.workflowDefinition).get('files') as File)
  return client.request('POST', '/api/WorkData/UploadWorkData', { body: form })
}

describe('a version of a workflow that two people save at the same time', () => {
  it('is stored once; the other save is refused with what to do', async () => {
    const alice = await api.signUp()

    const replies = await Promise.all([saves(alice, { title: 'Mine' }), saves(alice, { title: 'Theirs' })])

    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(await refused?.json()).toMatchObject({
      code: 'conflict',
      detail:
        'Someone else has saved version 2 of this workflow. Nothing was stored. Compare your changes with the newest version, then save them as the version after it.',
    })
    expect((await saves(alice, { title: 'Mine', version: 3 })).status).toBe(201)
  })

  it('does not collide with other versions, workflows or owners', async () => {
    const [alice, bob] = await Promise.all([api.signUp(), api.signUp()])
    await saves(alice)

    const replies = await Promise.all([saves(alice, { version: 3 }), saves(alice, { workflow: 'abcd' }), saves(bob)])

    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
  })

  it('may be saved again after it was deleted', async () => {
    const alice = await api.signUp()
    const first = (await saves(alice)).headers.get('location') ?? ''
    await does(alice, first, 'AllowDeletion')
    await does(alice, first, 'Delete')

    expect((await saves(alice)).status).toBe(201)
  })
})
