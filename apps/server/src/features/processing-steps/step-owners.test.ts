import type { QueryResultProperties } from '@millrace/contracts/queries'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { availableActionsOf, does, hasJob } from '#testing/jobs.ts'
import { actsIn, hasOrganization, mayRegisterSteps } from '#testing/organizations.ts'
import { contributor, readStep, registersStep } from '#testing/steps.ts'

const api = await testApi()
const problem = async (reply: Response) => (await reply.json()) as { code: string; detail: string }

describe('copying a step', () => {
  it('works from a user to an organization and back', async () => {
    const mara = await contributor(api)
    const { id, publicId } = await hasOrganization(mara)
    await mayRegisterSteps(api, { publicId })
    await actsIn(mara, null)
    const step = await registersStep(mara, 'copied', { version: '2.1.0' })
    await does(mara, step, 'ConfigureDefaultParameters', { k: 9 })
    await does(api.administrator, step, 'MakePublic')

    const toOrganization = await does(mara, step, 'CopyToOrg', { OrgId: publicId })
    const again = await mara.post(`${step}/CopyToOrg`, { OrgId: publicId })
    const copy = toOrganization.headers.get('location') ?? ''
    const before = await mara.get(copy)
    await actsIn(mara, id)
    await does(mara, copy, 'EditTitle', { Title: 'Ours' })

    expect([toOrganization.status, again.status, before.status]).toEqual([201, 409, 404])
    expect((await readStep(mara, copy)).properties).toMatchObject({
      OwnerId: publicId,
      CreatedBy: mara.publicId,
      FunctionName: 'copied',
      Version: '2.1.0',
      DefaultParameters: '{"k":9}',
      IsPublic: false,
      DeploymentState: 'NotDeployed',
    })
    const back = await mara.post(`${copy}/CopyToUser`)
    expect([back.status, (await problem(back)).code]).toEqual([409, 'already-exists'])
  })

  it('is refused if the user is not a member of the organization', async () => {
    const [mara, jonas] = [await contributor(api), await contributor(api)]
    const { publicId } = await hasOrganization(jonas)
    await hasOrganization(mara)
    await actsIn(mara, null)
    const step = await registersStep(mara, 'not_copied')

    expect((await mara.post(`${step}/CopyToOrg`, { OrgId: publicId })).status).toBe(422)
    expect((await mara.post(`${step}/CopyToOrg`, { OrgId: 'mine' })).status).toBe(422)
    expect((await mara.post(`${step}/CopyToUser`)).status).toBe(400)
  })
})

describe('deleting a step', () => {
  it('is refused if a job of any owner uses it', async () => {
    const [mara, alice] = [await contributor(api), await api.signUp()]
    const step = await registersStep(mara, 'deleted')
    await does(api.administrator, step, 'MakePublic')
    const job = await hasJob(alice, step.split('/').at(-1) ?? '', 'Created')

    const inUse = await mara.post(`${step}/Delete`)
    const offered = await availableActionsOf(mara, step)
    await does(alice, job, 'Delete')
    await does(mara, step, 'Delete')

    expect([inUse.status, (await problem(inUse)).detail]).toEqual([400, expect.stringContaining('jobs use it')])
    expect(offered).not.toContain('Delete')
    expect((await mara.get(step)).status).toBe(404)
  })
})

describe('a step that is no longer public', () => {
  it('is found by its tags only while it is public', async () => {
    const [mara, alice] = [await contributor(api), await api.signUp()]
    const step = await registersStep(mara, 'tagged', { tags: ['gauge=rhine'] })
    const found = async () => {
      const made = await alice.post('/api/ProcessingStepQuery/CreateQuery', { Filter: { TagsByAnd: ['gauge=rhine'] } })
      const result = await alice.read<SirenDocument<QueryResultProperties>>(made.headers.get('location') ?? '')
      return result.properties.TotalEntities
    }

    const before = await found()
    await does(api.administrator, step, 'MakePublic')
    const meanwhile = await found()
    await does(mara, step, 'MakePrivate')

    expect([before, meanwhile, await found()]).toEqual([0, 1, 0])
  })

  it('remains selected in existing jobs, but new jobs cannot start', async () => {
    const [mara, alice] = [await contributor(api), await api.signUp()]
    const step = await registersStep(mara, 'withdrawn')
    await does(api.administrator, step, 'MakePublic')
    const job = await hasJob(alice, step.split('/').at(-1) ?? '', 'ReadyForProcessing')
    await does(mara, step, 'MakePrivate')

    const document = await alice.read<SirenDocument<{ Processing: object }>>(job)
    const start = await alice.post(`${job}/StartProcessing`)

    expect(document.properties.Processing).toMatchObject({ FunctionName: 'withdrawn' })
    expect(embedded(document as SirenDocument, 'InputDataSlot')).toHaveLength(1)
    expect([start.status, (await problem(start)).detail]).toEqual([
      400,
      'withdrawn is no longer public. Choose another step.',
    ])
  })
})
