import type { AccountUsage } from '@millrace/contracts/account'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { uploads } from '#testing/jobs.ts'
import { hasOrganization, mayRegisterSteps } from '#testing/organizations.ts'

const api = await testApi()

describe('the usage of an account', () => {
  it('is the user’s own in every context, and changes with plan, files and grants', async () => {
    const mara = await api.signUp()
    const read = () => mara.read<AccountUsage>('/api/account/usage')
    await uploads(mara, 'own.csv', 'a\n1\n')
    await hasOrganization(mara)
    await uploads(mara, 'of-the-lab.csv', 'a\n1\n2\n3\n')

    expect(await read()).toEqual({ plan: 'free', usedBytes: 4, grants: [] })
    await mayRegisterSteps(api, mara)
    await api.db.pool.query(`update "user" set plan = 'enterprise' where id = $1`, [mara.userId])
    expect(await read()).toEqual({ plan: 'enterprise', usedBytes: 4, grants: ['codeContributor'] })
  })
})
