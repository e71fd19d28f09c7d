import { zipOf } from '@millrace/contracts/testing/zip-files'
import { expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { uploads } from '#testing/jobs.ts'
import { hasOrganization, joins } from '#testing/organizations.ts'

const one = { perOwner: 1, total: 8, waiting: 0, waitMs: 0 }
const api = await testApi({
  lanes: { downloads: { what: 'downloads', ...one }, archives: { what: 'downloads of archives', ...one } },
})

/** Larger than what is read ahead. */
const LARGE = 'a,b\n'.repeat(1_000_000)

it('sec/J9 downloads of one owner count until they are read completely or aborted, and delay no other owner', async () => {
  const [mallory, bob] = await Promise.all([api.signUp(), api.signUp()])
  const urls = [await uploads(mallory, 'large.csv', LARGE), await uploads(bob)]
  const [file, other] = urls.map((url) => `${new URL(url).pathname}/Download`)
  const open = await mallory.get(file ?? '')

  const refused = await mallory.get(file ?? '')
  const head = await mallory.request('HEAD', file ?? '')
  const others = await bob.get(other ?? '')

  expect(await refused.json()).toMatchObject({ code: 'too-many-requests', status: 429 })
  expect([open.status, head.status, others.status]).toEqual([200, 200, 200])
  await open.body?.cancel()
  const again = async () => (await (await mallory.get(file ?? '')).arrayBuffer()).byteLength
  expect([await again(), await again()]).toEqual([LARGE.length, LARGE.length])
})

it('sec/J9 an account has one share in all its organizations, and each member has one', async () => {
  const [mallory, bob] = await Promise.all([api.signUp(), api.signUp()])
  const download = async () => `${new URL(await uploads(mallory, 'large.csv', LARGE)).pathname}/Download`
  const open = await mallory.get(await download())
  await hasOrganization(mallory)
  await joins(mallory, bob)
  const shared = await download()

  const replies = [await mallory.get(shared), await bob.get(shared)]

  expect([open, ...replies].map(({ status }) => status)).toEqual([200, 429, 200])
  await Promise.all([open, ...replies].map(({ body }) => body?.cancel()))
})

it('sec/J9 archives of one owner count until they are closed, and refused ones do not count', async () => {
  const mara = await api.signUp()
  await uploads(mara, 'large.csv', LARGE)
  const archive = async (Filter: object) => {
    const { pathname, search } = new URL(
      (await mara.post('/api/WorkDataQuery/CreateArchive', { Filter })).headers.get('location') ?? '',
    )
    return mara.get(pathname + search)
  }
  const open = await archive({})

  const refused = await archive({})
  await open.body?.cancel()
  const none = [await archive({ TagsByAnd: ['none'] }), await archive({ TagsByAnd: ['none'] })]

  expect([open, refused, ...none].map(({ status }) => status)).toEqual([200, 429, 404, 404])
  expect((await archive({})).status).toBe(200)
})

it('sec/J9 a HEAD request for a file in an archive does not count as a download', async () => {
  const mara = await api.signUp()
  const archive = await uploads(mara, 'readings.zip', zipOf([{ name: 'readings.csv', content: 'a,b\n1,2\n' }]))
  const entry = `${new URL(archive).pathname}/Preview/EntryContent?index=0`

  const heads = [await mara.request('HEAD', entry), await mara.request('HEAD', entry)]

  expect(heads.map(({ status }) => status)).toEqual([200, 200])
  expect(await (await mara.get(entry)).text()).toBe('a,b\n1,2\n')
})
