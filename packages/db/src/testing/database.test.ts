import { describe, expect, it } from 'vitest'
import { asSystem } from '../act.ts'
import { SYSTEM_OWNER_ID } from '../system-owner.ts'
import { testDatabase } from './database.ts'

const one = await testDatabase()
const other = await testDatabase()

describe('testDatabase', () => {
  it('is migrated and contains the system owner', async () => {
    const { rows } = await asSystem(one, (tx) => tx.query<{ id: string }>('select id from owner'))

    expect(rows).toEqual([{ id: SYSTEM_OWNER_ID }])
  })

  it('is isolated from other clones', async () => {
    await one.pool.query('create table only_here ()')

    const { rows } = await other.pool.query(`select to_regclass('only_here') as found`)

    expect(rows).toEqual([{ found: null }])
  })

  it('connects as a role that is subject to row-level security', async () => {
    const { rows } = await one.pool.query('select rolsuper, rolbypassrls from pg_roles where rolname = current_user')

    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }])
  })
})
