import type { SameNamesProperties, WorkDataProperties } from '@millrace/contracts/work-data'
import { asSystem } from '@millrace/db/act'
import type { SirenDocument } from '@millrace/siren/document'
import { hrefOf, selfHref } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { does, uploads } from '#testing/jobs.ts'
import { COMPARED_MAX } from './versions.store.ts'

type WorkDataDocument = SirenDocument<WorkDataProperties>

const api = await testApi()

const read = (client: TestClient, data: string) => client.read<WorkDataDocument>(data)
const pathOf = (href: string) => new URL(href).pathname
const addVersion = (client: TestClient, data: string, of: string) =>
  client.post('/api/WorkDataRoot/AddVersion', { WorkDataUrl: data, VersionOfUrl: of })
const detailOf = async (reply: Response) => ((await reply.json()) as { detail: string }).detail

async function sameNames(client: TestClient, names: string[], folders?: (string | null)[]) {
  const reply = await client.post('/api/WorkDataRoot/FindSameNames', { Names: names, Folders: folders })
  const { Found } = ((await reply.json()) as SirenDocument<SameNamesProperties>).properties
  return Found.map(({ Name, WorkDataUrl }) => [Name, pathOf(WorkDataUrl)])
}

async function listed(client: TestClient): Promise<string[]> {
  const made = await client.post('/api/WorkDataQuery/CreateQuery', {})
  const page = await client.read<SirenDocument>(made.headers.get('location') ?? '')
  return page.entities.map((item) => pathOf(selfHref(item)))
}

async function versionsOf(client: TestClient, data: string): Promise<number[]> {
  const page = await client.read<SirenDocument>(hrefOf(await read(client, data), 'Versions') ?? '')
  return page.entities.map((item) => item.properties.Version as number).sort()
}

describe('a version of work data', () => {
  it('hides its predecessor, keeps its tags, and both stay reachable from each other', async () => {
    const alice = await api.signUp()
    const first = await uploads(alice, 'levels.csv', 'a\n1\n')
    await does(alice, first, 'EditTags', { Tags: ['river=rhine'] })
    const second = await uploads(alice, 'levels.csv', 'a\n2\n')
    const third = await uploads(alice, 'levels.csv', 'a\n3\n')
    const alone = await read(alice, first)

    await addVersion(alice, second, first)
    const reply = await addVersion(alice, third, first)

    expect(reply.status).toBe(200)
    expect([alone.properties.Version, hrefOf(alone, 'Versions')]).toEqual([undefined, undefined])
    expect((await read(alice, third)).properties).toMatchObject({ Version: 3, Hidden: false, Tags: ['river=rhine'] })
    expect((await read(alice, first)).properties).toMatchObject({ Version: 1, Hidden: true })
    expect(await listed(alice)).toEqual([pathOf(third)])
    expect(await versionsOf(alice, first)).toEqual([1, 2, 3])
    expect(await versionsOf(alice, second)).toEqual([1, 2, 3])
    expect(await (await alice.get(`${first}/Download`)).text()).toBe('a\n1\n')
  })

  it('is added once, even if the request is repeated', async () => {
    const alice = await api.signUp()
    const first = await uploads(alice, 'levels.csv', 'a\n1\n')
    const second = await uploads(alice, 'levels.csv', 'a\n2\n')

    await addVersion(alice, second, first)
    const again = await addVersion(alice, second, first)

    expect(again.status).toBe(200)
    expect((await read(alice, second)).properties).toMatchObject({ Version: 2, Hidden: false })
  })

  it('gets its own number when several are added at the same time', async () => {
    const alice = await api.signUp()
    const first = await uploads(alice, 'levels.csv', 'a\n0\n')
    const others = await Promise.all(['1', '2', '3', '4'].map((cell) => uploads(alice, 'levels.csv', `a\n${cell}\n`)))

    const replies = await Promise.all(others.map((data) => addVersion(alice, data, first)))

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await versionsOf(alice, first)).toEqual([1, 2, 3, 4, 5])
    expect(await listed(alice)).toHaveLength(1)
  })

  it('shows its predecessor again when it is deleted', async () => {
    const alice = await api.signUp()
    const first = await uploads(alice, 'levels.csv', 'a\n1\n')
    const second = await uploads(alice, 'levels.csv', 'a\n2\n')
    await addVersion(alice, second, first)
    await does(alice, second, 'AllowDeletion')

    await does(alice, second, 'Delete')

    expect(await listed(alice)).toEqual([pathOf(first)])
    expect(await versionsOf(alice, first)).toEqual([1])
  })

  it('stays hidden if its user hid all versions', async () => {
    const alice = await api.signUp()
    const first = await uploads(alice, 'levels.csv', 'a\n1\n')
    const second = await uploads(alice, 'levels.csv', 'a\n2\n')
    await addVersion(alice, second, first)
    await does(alice, second, 'Hide')
    await does(alice, second, 'AllowDeletion')

    await does(alice, second, 'Delete')

    expect(await listed(alice)).toEqual([])
  })

  it('is refused for itself, for a version of another file, and for files of other owners', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    const [first, other, second] = await Promise.all(
      ['a', 'b', 'c'].map((cell) => uploads(alice, 'l.csv', `${cell}\n1\n`)),
    )
    const stolen = await uploads(mallory, 'l.csv', 'x\n1\n')
    await addVersion(alice, second ?? '', first ?? '')

    const [itself, elsewhere] = [
      await addVersion(alice, first ?? '', first ?? ''),
      await addVersion(alice, second ?? '', other ?? ''),
    ]
    const foreign = await addVersion(mallory, stolen, other ?? '')
    const pushed = await addVersion(mallory, other ?? '', stolen)

    expect([itself.status, await detailOf(itself)]).toEqual([400, 'l.csv can’t be a version of itself.'])
    expect([elsewhere.status, await detailOf(elsewhere)]).toEqual([400, 'l.csv is already a version of another file.'])
    expect([foreign.status, pushed.status]).toEqual([404, 404])
    expect((await read(alice, other ?? '')).properties).toMatchObject({ Hidden: false })
  })
})

describe('FindSameNames', () => {
  it('finds the newest visible upload of each name in the context', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    await uploads(alice, 'levels.csv', 'a\n1\n')
    const newest = await uploads(alice, 'levels.csv', 'a\n2\n')
    const hidden = await uploads(alice, 'hidden.csv')
    await does(alice, hidden, 'Hide')
    await uploads(alice, 'Levels.csv')
    await uploads(mallory, 'secret.csv')

    const found = await sameNames(alice, ['levels.csv', 'levels.csv', 'hidden.csv', 'secret.csv', 'new.csv'])

    expect(found).toEqual([['levels.csv', pathOf(newest)]])
  })

  it('compares the newest of very many uploads with one name', async () => {
    const alice = await api.signUp()
    const data = await uploads(alice, 'readings.csv')
    await does(alice, data, 'EditTags', { Tags: ['folder=day 1'] })
    const copies = (count: number) =>
      asSystem(api.db, (tx) =>
        tx.query(
          `insert into work_data (id, owner_id, created_by, name, media_type, size_in_bytes, sha256, kind, created_at)
           select ('ffffffff-ffff-7fff-8000-' || lpad(to_hex($2::int + n), 12, '0'))::uuid, $1::uuid, $1::uuid, name, media_type, 4, sha256, kind, now()
           from (select * from work_data where owner_id = $1 limit 1) one, generate_series(1, $2::int) n`,
          [alice.publicId, count],
        ),
      )
    await copies(COMPARED_MAX - 1)
    const last = await sameNames(alice, ['readings.csv'], ['day 1'])
    await copies(1)

    expect(last).toEqual([['readings.csv', pathOf(data)]])
    expect(await sameNames(alice, ['readings.csv'], ['day 1'])).toEqual([])
  })

  it('distinguishes files in different folders', async () => {
    const alice = await api.signUp()
    const inFolder = async (folder: string) => {
      const data = await uploads(alice, 'readings.csv', `${folder}\n1\n`)
      await does(alice, data, 'EditTags', { Tags: [`folder=${folder}`] })
      return data
    }
    const [first, second] = [await inFolder('day 1/raw'), await inFolder('day 2')]

    const found = await sameNames(alice, Array(4).fill('readings.csv'), ['day 1/raw', 'day 2', 'day 3', null])

    expect(found.toSorted()).toEqual(
      [
        ['readings.csv', pathOf(first)],
        ['readings.csv', pathOf(second)],
      ].toSorted(),
    )
    const reply = await alice.post('/api/WorkDataRoot/FindSameNames', { Names: ['a', 'b'], Folders: [null] })
    expect([reply.status, ((await reply.json()) as { detail: string }).detail]).toEqual([
      422,
      'Folders must have one entry for each name in Names.',
    ])
  })
})
