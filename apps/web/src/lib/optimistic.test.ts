import { document, link } from '@millrace/siren/build'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { showAtOnce } from './optimistic.ts'

const HREF = 'http://localhost/api/Job/1'
const OTHER = 'http://localhost/api/Job/2'

function job(href: string) {
  return document('Job', { properties: { Name: 'Old', Tags: ['a'], Hidden: false }, links: [link('self', href)] })
}

function filled() {
  const client = new QueryClient()
  client.setQueryData(['jobs', 'list', {}], { jobs: [job(HREF), job(OTHER)] })
  client.setQueryData(['jobs', 'list', { Filter: { ShowHidden: true } }], { jobs: [job(HREF)] })
  client.setQueryData(['jobs', 'detail', HREF], job(HREF))
  client.setQueryData(['jobs', 'dashboard'], { needsYou: [job(HREF)] })
  const read = () =>
    client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data)
  return { client, read }
}

describe('an action that has not been answered yet', () => {
  it('removes what it hides from lists, but not from lists of hidden resources or from its page', async () => {
    const { client, read } = filled()

    await showAtOnce(client, [{ action: { name: 'Hide' }, of: HREF }])

    const hidden = { properties: { Hidden: true } }
    expect(read()).toMatchObject([{ jobs: [job(OTHER)] }, { jobs: [hidden] }, hidden, { needsYou: [] }])
  })

  it.each([
    ['Rename', { NewName: 'New' }, { Name: 'New' }],
    ['EditTags', { Tags: ['b'] }, { Tags: ['b'] }],
  ])('%s shows in every view, and is undone if it fails', async (name, body, properties) => {
    const { client, read } = filled()
    const before = read()

    const takeBack = await showAtOnce(client, [{ action: { name }, body, of: HREF }])

    expect(read()).toMatchObject([
      { jobs: [{ properties }, job(OTHER)] },
      {},
      { properties },
      { needsYou: [{ properties }] },
    ])
    takeBack()
    expect(read()).toEqual(before)
  })

  it('does not undo what was read since', async () => {
    const { client } = filled()
    const takeBack = await showAtOnce(client, [{ action: { name: 'Rename' }, body: { NewName: 'New' }, of: HREF }])
    client.setQueryData(['jobs', 'detail', HREF], job(OTHER))

    takeBack()

    expect(client.getQueryData(['jobs', 'detail', HREF])).toEqual(job(OTHER))
  })
})
