import { brokenInvariants } from '@millrace/db/testing/invariants'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { does, uploads } from '#testing/jobs.ts'
import { actsIn, hasOrganization } from '#testing/organizations.ts'

const api = await testApi()
const superuser = new pg.Pool({ connectionString: api.deps.db.url.replace('//millrace@', '//postgres@') })
afterAll(() => superuser.end())
const usedBy = async (owner: string) =>
  (await api.db.pool.query('select used_bytes from owner where id = $1', [owner])).rows[0].used_bytes
const broken = async () =>
  (await brokenInvariants(superuser)).filter((rule) => rule.includes('used storage of an owner'))

describe('the storage that an owner uses', () => {
  it('counts equal content once, until its last file is deleted', async () => {
    const alice = await api.signUp()
    const first = await uploads(alice, 'a.csv', 'same\n')
    const second = await uploads(alice, 'b.csv', 'same\n')
    await uploads(alice, 'c.csv', 'other\n')
    expect(await usedBy(alice.publicId)).toBe(11)

    await does(alice, first, 'AllowDeletion')
    await does(alice, first, 'Delete')
    const withOneLeft = await usedBy(alice.publicId)
    await does(alice, second, 'AllowDeletion')
    await does(alice, second, 'Delete')

    expect([withOneLeft, await usedBy(alice.publicId)]).toEqual([11, 6])
    expect(await broken()).toEqual([])
  })

  it('counts content once per owner, even if it is copied', async () => {
    const alice = await api.signUp()
    const lab = await hasOrganization(alice)
    await actsIn(alice, null)
    const data = await uploads(alice, 'a.csv', 'copied\n')

    await does(alice, data, 'CopyToOrg', { OrgId: lab.publicId })
    await does(alice, data, 'CopyToOrg', { OrgId: lab.publicId })

    expect([await usedBy(alice.publicId), await usedBy(lab.publicId)]).toEqual([7, 7])
    expect(await broken()).toEqual([])
  })

  it('accepts a file that is already stored, even if the quota is exceeded', async () => {
    const alice = await api.signUp()
    await uploads(alice, 'a.csv', '1234')
    await api.db.pool.query(`update owner set used_bytes = 100000000001 where id = $1`, [alice.publicId])

    await uploads(alice, 'b.csv', '1234')

    expect(await usedBy(alice.publicId)).toBe(100_000_000_001)
    await api.db.pool.query('update owner set used_bytes = 4 where id = $1', [alice.publicId])
  })

  it('INV16 stays exact when equal files are added and deleted at the same time', async () => {
    const alice = await api.signUp()
    const files = await Promise.all(Array.from({ length: 8 }, (_, index) => uploads(alice, `${index}.csv`, 'race\n')))
    expect(await usedBy(alice.publicId)).toBe(5)
    await Promise.all(files.map((file) => does(alice, file, 'AllowDeletion')))

    await Promise.all(files.map((file) => does(alice, file, 'Delete')))

    expect(await usedBy(alice.publicId)).toBe(0)
    expect(await broken()).toEqual([])
  })
})
