import type { SirenDocument } from '@millrace/siren/document'
import { actionOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { availableActionsOf, does, formOf, hasJob, manifest, stateOf } from '#testing/jobs.ts'
import { contributor, readStep, registersStep, uploadsManifest } from '#testing/steps.ts'

const api = await testApi()

const REGISTER = '/api/ProcessingStep/RegisterNew'
const problem = async (reply: Response) => (await reply.json()) as { code: string; detail: string; faults?: object[] }

describe('registering a step', () => {
  it('accepts the manifest as an uploaded file with any part name', async () => {
    const mara = await contributor(api)
    const form = new FormData()
    form.append('upload-file', new File([JSON.stringify(manifest('smooth'))], 'processing_step.json'))

    const made = await mara.request('POST', REGISTER, { body: form })
    const step = await readStep(mara, made.headers.get('location') ?? '')
    const file = await mara.get(step.links.find((link) => link.rel.includes('Download'))?.href ?? '')

    expect(made.status).toBe(201)
    expect(step.properties).toMatchObject({
      Title: 'smooth',
      FunctionName: 'smooth',
      Version: '1.0.0',
      OwnerId: mara.publicId,
      CreatedBy: mara.publicId,
      HasParameters: true,
      IsPublic: false,
      IsConfigured: true,
      DeploymentState: 'NotDeployed',
      Deployment: null,
      InputDataSlotSpecification: [{ Name: 'table', Title: 'table', MinSlots: 1, MaxSlots: 1, IsCollection: false }],
    })
    expect(await file.json()).toMatchObject({ function_name: 'smooth', version: '1.0.0' })
    expect(file.headers.get('content-type')).toBe('application/json')
  })

  it('requires the grant', async () => {
    const [mara, user] = [await contributor(api), await api.signUp()]
    const root = (client: TestClient) => availableActionsOf(client, '/api/ProcessingStepsRoot')

    const refused = await uploadsManifest(user, manifest('nobody_may'))

    expect(await root(mara)).toEqual(['CreateProcessingStepQuery', 'RegisterNewProcessingStep'])
    expect(await root(user)).toEqual(['CreateProcessingStepQuery'])
    expect([refused.status, (await problem(refused)).detail]).toEqual([403, expect.stringContaining('codeContributor')])
  })

  it('never changes a version; an owner can register a name and version only once', async () => {
    const [mara, jonas] = [await contributor(api), await contributor(api)]
    const first = await registersStep(mara, 'kept')

    const again = await uploadsManifest(mara, manifest('kept', { short_description: 'changed' }))
    await registersStep(jonas, 'kept')
    await registersStep(mara, 'kept', { version: '1.1.0' })

    expect([again.status, (await problem(again)).code]).toEqual([409, 'already-exists'])
    expect((await readStep(mara, first)).properties.ShortDescription).toBe('The step kept.')
  })

  it('INV11 creates one step from a request sent twice with the same key', async () => {
    const mara = await contributor(api)
    const send = () => mara.post(REGISTER, manifest('once'), { 'Idempotency-Key': 'register' })

    const [first, second] = [await send(), await send()]

    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
  })

  it.each([
    ['no JSON', formOf('m.json', 'function_name: x'), 400, 'bad-request'],
    ['nothing', new FormData(), 400, 'bad-multipart'],
    ['two manifests', twoFiles(), 400, 'bad-multipart'],
    [
      'an invalid manifest',
      formOf('m.json', '{"function_name":"bad name","version":"newest"}'),
      422,
      'invalid-parameters',
    ],
    ['a list', formOf('m.json', '[]'), 422, 'invalid-parameters'],
    [
      'an unusable schema',
      formOf('m.json', JSON.stringify(manifest('x', { parameters: { type: 'nothing' } }))),
      422,
      'invalid-parameters',
    ],
    ['too much', formOf('m.json', `{"function_name":"${'x'.repeat(1_000_001)}"}`), 413, 'too-large'],
    ['too deep a nesting', formOf('m.json', '['.repeat(100_000)), 400, 'bad-request'],
  ])('refuses %s with an explanation', async (_what, body, status, code) => {
    const mara = await contributor(api)

    const reply = await mara.request('POST', REGISTER, { body })

    expect([reply.status, (await problem(reply)).code]).toEqual([status, code])
  })

  it('accepts a name first and the manifest later (older form)', async () => {
    const mara = await contributor(api)
    const made = await mara.post(REGISTER, { Title: 'By name', FunctionName: 'by_name' })
    const step = made.headers.get('location') ?? ''
    const draft = await mara.post('/api/Job/CreateJob', { Name: 'too early' })
    const job = draft.headers.get('location') ?? ''

    const early = await mara.post(`${job}/SelectProcessing`, { ProcessingStepUrl: step })
    const other = await uploadsManifest(mara, manifest('another_name', { version: '0' }), `${step}/Upload`)
    const unconfigured = (await readStep(mara, step)).properties
    const given = await uploadsManifest(mara, manifest('by_name', { version: '0' }), `${step}/Upload`)

    expect([made.status, early.status, other.status, given.status]).toEqual([201, 422, 422, 200])
    expect(unconfigured).toMatchObject({ Title: 'By name', Version: '0', IsConfigured: false, HasParameters: false })
    expect((await readStep(mara, step)).properties).toMatchObject({ IsConfigured: true, HasParameters: true })
    expect(await availableActionsOf(mara, step)).not.toContain('Upload')
    await does(mara, job, 'SelectProcessing', { ProcessingStepUrl: step })
  })
})

describe('describing a step', () => {
  it('changes title and tags, hides and publishes', async () => {
    const [mara, user] = [await contributor(api), await api.signUp()]
    const step = await registersStep(mara, 'described')
    const hidden = await user.get(step)

    await does(mara, step, 'EditTitle', { Title: 'Smooth readings' })
    await does(mara, step, 'EditTags', { Tags: [' kind = table ', 'ready'] })
    await does(api.administrator, step, 'MakePublic')
    await does(mara, step, 'Hide')

    expect(hidden.status).toBe(404)
    expect((await readStep(user, step)).properties).toMatchObject({
      Title: 'Smooth readings',
      Tags: ['kind=table', 'ready'],
      IsPublic: true,
      Hidden: true,
    })
    await does(mara, step, 'UnHide')
    await does(mara, step, 'MakePrivate')
    expect((await user.get(step)).status).toBe(404)
  })

  it('is only possible for its owner, even if the step is public', async () => {
    const [mara, user] = [await contributor(api), await api.signUp()]
    const step = await registersStep(mara, 'guarded')
    await does(api.administrator, step, 'MakePublic')

    expect(await availableActionsOf(user, step)).toEqual([])
    for (const action of ['EditTitle', 'Hide', 'MakePrivate', 'Delete', 'SuspendDeployment', 'Deprecate']) {
      expect([action, (await user.post(`${step}/${action}`, { Title: 'x' })).status]).toEqual([action, 403])
    }
    expect((await readStep(mara, step)).properties).toMatchObject({ Title: 'guarded', IsPublic: true })
  })

  it('deprecates the step with a reason, and restores it', async () => {
    const mara = await contributor(api)
    const step = await registersStep(mara, 'old')

    await does(mara, step, 'Deprecate', { Reason: 'Use 2.0.' })
    const deprecated = (await readStep(mara, step)).properties
    const offered = await availableActionsOf(mara, step)
    await does(mara, step, 'Restore')
    await does(mara, step, 'Deprecate', {})

    expect(deprecated).toMatchObject({ IsDeprecated: true, ReasonForDeprecation: 'Use 2.0.' })
    expect(deprecated.DeprecatedAt).not.toBeNull()
    expect([offered.includes('Deprecate'), offered.includes('Restore')]).toEqual([false, true])
    expect((await readStep(mara, step)).properties.ReasonForDeprecation).toBeNull()
  })

  it('keeps a code hash until it is cleared', async () => {
    const mara = await contributor(api)
    const step = await registersStep(mara, 'hashed')

    await does(mara, step, 'AssignCodeHash', { CodeHash: 'sha256:1' })
    const second = await mara.post(`${step}/AssignCodeHash`, { CodeHash: 'sha256:2' })

    expect(second.status).toBe(400)
    expect((await readStep(mara, step)).properties.CodeHash).toBe('sha256:1')
    await does(mara, step, 'ClearCodeHash')
    expect((await readStep(mara, step)).properties.CodeHash).toBeNull()
  })
})

describe('default parameters of a step', () => {
  it('may be incomplete, must match the schema, and are the initial values of a job', async () => {
    const mara = await contributor(api)
    const step = await registersStep(mara, 'defaulted', {
      parameters: {
        type: 'object',
        properties: { k: { type: 'integer' }, name: { type: 'string' } },
        required: ['k', 'name'],
        additionalProperties: false,
      },
      input_dataslots: [],
    })
    const wrong = await mara.post(`${step}/ConfigureDefaultParameters`, { k: 'three', colour: 1 })

    await does(mara, step, 'ConfigureDefaultParameters', { k: 7 })
    const job = await hasJob(mara, step.split('/').at(-1) ?? '', 'Created')
    const form = actionOf(await mara.read<SirenDocument>(job), 'ConfigureProcessing')

    expect([wrong.status, (await problem(wrong)).faults?.length]).toEqual([422, 2])
    expect((await readStep(mara, step)).properties.DefaultParameters).toBe('{"k":7}')
    expect(form?.fields?.[0]?.value).toEqual({ k: 7 })
    await does(mara, job, 'ConfigureProcessing', { name: 'Rhine' })
    expect(await stateOf(mara, job)).toBe('ReadyForProcessing')
    await does(mara, step, 'ConfigureDefaultParameters', { k: 8 })
    await does(mara, job, 'StartProcessing')
    await does(mara, step, 'ClearDefaultParameters')
    const { properties } = await mara.read<SirenDocument<{ ConfiguredParameters: string }>>(job)
    expect(JSON.parse(properties.ConfiguredParameters)).toEqual({ k: 8, name: 'Rhine' })
  })

  it('may be removed while a job relies on them; starting the job then says what is missing', async () => {
    const mara = await contributor(api)
    const parameters = { type: 'object', properties: { k: { type: 'integer' } }, required: ['k'] }
    const step = await registersStep(mara, 'undefaulted', { parameters, input_dataslots: [] })
    await does(mara, step, 'ConfigureDefaultParameters', { k: 7 })
    const job = await hasJob(mara, step.split('/').at(-1) ?? '', 'Created')
    await does(mara, step, 'ClearDefaultParameters')

    const reply = await mara.post(`${job}/StartProcessing`)

    expect([reply.status, (await problem(reply)).detail]).toEqual([
      400,
      'The job can’t start. Parameter k: Enter a number.',
    ])
  })

  it('are not available for a step without parameters', async () => {
    const mara = await contributor(api)
    const step = await registersStep(mara, 'plain', { parameters: null })

    expect(await availableActionsOf(mara, step)).not.toContain('ConfigureDefaultParameters')
    expect((await mara.post(`${step}/ConfigureDefaultParameters`, { k: 1 })).status).toBe(400)
  })
})

function twoFiles(): FormData {
  const form = formOf('one.json', '{}')
  form.append('files', new File(['{}'], 'two.json'))
  return form
}
