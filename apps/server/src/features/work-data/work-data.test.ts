import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { MEDIA } from '@millrace/contracts/media-types'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { asActor } from '@millrace/db/act'
import type { SirenDocument } from '@millrace/siren/document'
import { hrefOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { availableActionsOf, does, formOf, hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'

type WorkDataDocument = SirenDocument<WorkDataProperties>

const api = await testApi()

const upload = (client: TestClient, body: unknown, headers: Record<string, string> = {}) =>
  client.request('POST', '/api/WorkData/UploadWorkData', { body, headers })

async function detailOf(reply: Response): Promise<string> {
  return ((await reply.json()) as { detail: string }).detail
}

async function finds(client: TestClient, query: object) {
  const made = await client.post('/api/WorkDataQuery/CreateQuery', query)
  return client.read<SirenDocument<{ TotalEntities: number; RemainingTags: string[] }>>(
    made.headers.get('location') ?? '',
  )
}

const temporaryFiles = () => readdir(path.join(api.deps.env.MILLRACE_DATA, 'objects', 'tmp')).catch(() => [])

describe('uploading', () => {
  it('stores name, type, size and content, whatever the name of the part', async () => {
    const alice = await api.signUp()
    const bytes = Buffer.from('timestamp;level\n2024-01-01;211,5\n')
    const form = new FormData()
    form.append('tags', '["river=rhine"]')
    form.append('upload-file', new File([bytes], 'köln 2024.csv', { type: 'text/csv' }))

    const made = await upload(alice, form)
    const data = await alice.read<WorkDataDocument>(made.headers.get('location') ?? '')
    const file = await alice.get(data.links.find((link) => link.rel.includes('Download'))?.href ?? '')

    expect(made.status).toBe(201)
    expect(data.properties).toMatchObject({
      Name: 'köln 2024.csv',
      MediaType: 'text/csv',
      SizeInBytes: bytes.length,
      Kind: 'ClientUpload',
      Tags: ['river=rhine'],
      Sha256: createHash('sha256').update(bytes).digest('hex'),
      CreatedByName: alice.person.name,
    })
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes)
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="k_ln 2024.csv"; filename*=UTF-8''k%C3%B6ln%202024.csv`,
    )
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
  })

  it('detects the type by content, then by name, then by declared type', async () => {
    const alice = await api.signUp()
    const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex')

    const type = async (name: string, content: string | Uint8Array, claim: string) => {
      const made = await upload(alice, formOf(name, content, claim))
      return (await alice.read<WorkDataDocument>(made.headers.get('location') ?? '')).properties.MediaType
    }

    expect(await type('data.csv', png, 'text/csv')).toBe('image/png')
    expect(await type('data.csv', 'a,b\n', 'application/vnd.ms-excel')).toBe('text/csv')
    expect(await type('figure.json', '{"data":[]}', 'application/vnd.plotly.v1+json')).toBe(
      'application/vnd.plotly.v1+json',
    )
    const figure = '{"data":[{"y":[1,3],"type":"scatter"}],"layout":{"title":{"text":"Levels"}}}'
    expect(await type('figure.json', figure, 'application/json')).toBe('application/vnd.plotly.v1+json')
    expect(await type('rows.json', '{"data":[{"type":"bar","n":1}]}', 'application/json')).toBe('application/json')
    expect(await type('unknown', 'x', 'application/x-mine')).toBe('application/x-mine')
    expect(await type('unknown', 'x', '')).toBe('text/plain')
    expect(await type('mail.eml', 'From: a@example.org\n\nHello\n', 'application/octet-stream')).toBe('message/rfc822')
    expect(await type('letter.rtf', '{\\rtf1 Hello}', '')).toBe('application/rtf')
    expect(await type('fit.m', 'x = 1;\n', 'text/x-objcsrc')).toBe('text/x-matlab')
    expect(await type('plot.eps', '%!PS-Adobe-3.0 EPSF-3.0\n', '')).toBe('application/postscript')
    expect(await type('levels', 'PAR1', '')).toBe('application/vnd.apache.parquet')
    expect(await type('scan', Buffer.from('49492b000800000010000000', 'hex'), '')).toBe('image/tiff')
    expect(await type('scan', Buffer.from('4d4d002b0008000000000010', 'hex'), '')).toBe('image/tiff')
    const tga = Buffer.from('000002000000000000000000010001001800ffffff', 'hex')
    expect(await type('scan.tga', tga, '')).toBe('application/octet-stream')
  })

  it('accepts a declared type that is more specific than the type by name', async () => {
    const alice = await api.signUp()
    const type = async (name: string, content: string | Uint8Array, claim: string) => {
      const made = await upload(alice, formOf(name, content, claim))
      return (await alice.read<WorkDataDocument>(made.headers.get('location') ?? '')).properties.MediaType
    }

    expect(await type('model.json', '{}', 'application/vnd.acme.model+json')).toBe('application/vnd.acme.model+json')
    expect(await type('map.xml', '<?xml version="1.0"?><a/>', 'application/gml+xml')).toBe('application/gml+xml')
    expect(await type('export.txt', 'a,b\n', 'Text/CSV; charset=utf-8')).toBe('text/csv')
    expect(await type('readings.csv', 'a,b\n', 'application/vnd.acme.model+json')).toBe('text/csv')
    expect(await type('script.py', 'print()', 'text/plain')).toBe('text/x-python')
    expect(await type('genes.fasta', '>seq1\nACGT\n', 'application/octet-stream')).toBe('text/plain')
    expect(await type('README', 'Köln\n', 'application/octet-stream')).toBe('text/plain')
    expect(await type('pegel.lab', Buffer.from('Höhe;Größe\n1;2\n', 'latin1'), '')).toBe('text/plain')
    expect(await type('pegel', Buffer.from('\ufeffHöhe;Größe\n', 'utf16le'), '')).toBe('text/plain')
    expect(await type('notes', Buffer.from('83658358836783670a', 'hex'), '')).toBe('text/plain')
    expect(await type('keys', Buffer.from('a4f17be2c9fd3ee8b5d6', 'hex'), '')).toBe('application/octet-stream')
    expect(await type('weights.bin', 'a\0\u0001b', 'application/octet-stream')).toBe('application/octet-stream')
  })

  it.each([
    ['quotes', 'he said "hi".csv'],
    ['a percent sign', '100 % sure.csv'],
    ['other scripts', '水位 — Ώρα.csv'],
    ['an apostrophe and a semicolon', "it's; fine.csv"],
  ])('preserves a name with %s', async (_what, name) => {
    const alice = await api.signUp()

    const made = await upload(alice, formOf(name, 'a\n'))

    expect(made.status, await made.clone().text()).toBe(201)
    const data = await alice.read<WorkDataDocument>(made.headers.get('location') ?? '')
    expect(data.properties.Name).toBe(name)
  })

  it('stores several files of one request together', async () => {
    const alice = await api.signUp()
    const form = formOf('one.csv', 'a\n1\n')
    form.append('files', new File(['a\n2\n'], 'two.csv'))

    expect((await upload(alice, form)).status).toBe(201)

    expect((await finds(alice, {})).properties.TotalEntities).toBe(2)
  })

  it.each([
    ['an empty file', formOf('empty.csv', ''), 'empty.csv is empty. Choose a file with content.'],
    ['a path as a name', formOf('../../etc/passwd', 'x'), 'The file name contains a path'],
    [
      'control characters in a name',
      formOf('read\u202eings.csv', 'x'),
      'The file name contains control or invisible characters',
    ],
    ['a name of two lines', formOf('two\nlines.csv', 'x'), 'The file name contains control or invisible characters'],
    ['a name that is too long', formOf(`${'n'.repeat(300)}.csv`, 'x'), 'The file name is longer than 255 bytes'],
    ['no file', new FormData(), 'The upload contains no file.'],
  ])('sec/J4 refuses %s with an explanation and stores nothing', async (_what, form, words) => {
    const alice = await api.signUp()

    const reply = await upload(alice, form)

    expect(reply.status).toBe(400)
    expect(await detailOf(reply)).toContain(words)
    expect((await finds(alice, {})).properties.TotalEntities).toBe(0)
    expect(await temporaryFiles()).toEqual([])
  })

  it.each([
    ['cut in the file', '--b\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\n\r\na,b\n1'],
    ['cut before the end mark', '--b\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\n\r\na,b\r\n--b'],
    ['cut in a header', '--b\r\nContent-Disposition: form-da'],
    ['without any part', 'that is not a form at all'],
    [
      'with a wrong tags part',
      '--b\r\nContent-Disposition: form-data; name="tags"\r\n\r\n{}\r\n--b\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\n\r\nx\r\n--b--\r\n',
    ],
    [
      'with a NUL character in a tag',
      '--b\r\nContent-Disposition: form-data; name="tags"\r\n\r\n["a\\u0000"]\r\n--b\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\n\r\nx\r\n--b--\r\n',
    ],
    [
      'with unpaired surrogate among its parameters',
      '--b\r\nContent-Disposition: form-data; name="UploadWorkDataParameters"\r\n\r\n{"Tags":["\\ud800"]}\r\n--b\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\n\r\nx\r\n--b--\r\n',
    ],
    [
      'with a thousand text parts',
      `${'--b\r\nContent-Disposition: form-data; name="t"\r\n\r\nx\r\n'.repeat(1000)}--b\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\n\r\nx\r\n--b--\r\n`,
    ],
  ])('FLT17 sec/J6 refuses a body %s and stores nothing', async (_what, body) => {
    const alice = await api.signUp()

    const reply = await upload(alice, body, { 'content-type': 'multipart/form-data; boundary=b' })

    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([400, 'bad-multipart'])
    expect((await finds(alice, {})).properties.TotalEntities).toBe(0)
    expect(await temporaryFiles()).toEqual([])
  })

  it.each([
    ['no closing boundary', ''],
    ['another closing boundary', '\r\n--c--\r\n'],
  ])('FLT17 names the fault of a body with %s', async (_what, end) => {
    const alice = await api.signUp()
    const body = `--b\r\nContent-Disposition: form-data; name="f"; filename="a.csv"\r\n\r\na,b${end}`

    const reply = await upload(alice, body, { 'content-type': 'multipart/form-data; boundary=b' })

    expect(reply.status).toBe(400)
    expect(await detailOf(reply)).toContain('The upload ended before its closing boundary.')
  })

  it('sec/J3 refuses a body that is not multipart', async () => {
    const alice = await api.signUp()

    const form = 'multipart/form-data; boundary=b'
    expect((await upload(alice, { files: [{ filepath: '/etc/passwd' }] })).status).toBe(415)
    expect((await upload(alice, 'x', { 'content-type': form, 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await upload(alice, 'x', { 'content-type': 'multipart/form-data' })).status).toBe(400)
  })

  it('sec/J5 enforces the storage quota exactly', async () => {
    const alice = await api.signUp()
    const free = 100_000_000_000
    await api.db.pool.query('update owner set used_bytes = $2 where id = $1', [alice.publicId, free - 4])

    const over = await upload(alice, formOf('five.txt', '12345'))
    const fits = await upload(alice, formOf('four.txt', '1234'))
    const [row] = (await api.db.pool.query('select used_bytes from owner where id = $1', [alice.publicId])).rows

    expect([over.status, fits.status]).toEqual([507, 201])
    expect(await detailOf(over)).toContain('This needs 5 bytes, but this account has only 4 bytes of 100 GB left.')
    expect(row.used_bytes).toBe(free)
  })
})

describe('access to work data', () => {
  it('replies to other owners as if the data did not exist', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    const data = await uploads(alice)

    const replies = await Promise.all(
      ['', '/Download', '/Preview', '/Inline'].map((rest) => mallory.get(`${data}${rest}`)),
    )
    const deleted = await mallory.post(`${data}/Delete`)

    expect([...replies, deleted].map((reply) => reply.status)).toEqual([404, 404, 404, 404, 404])
    expect((await finds(mallory, {})).properties).toMatchObject({ TotalEntities: 0, RemainingTags: [] })
    expect((await alice.get(data)).status).toBe(200)
  })

  it('is also enforced by the database', async () => {
    const [alice, mallory] = await Promise.all([api.signUp(), api.signUp()])
    await uploads(alice)
    const asMallory = { ownerId: mallory.publicId, userPublicId: mallory.publicId }

    const { rows } = await asActor(api.deps.db, asMallory, (tx) => tx.query('select * from work_data'))

    expect(rows).toEqual([])
    await expect(
      asActor(api.deps.db, asMallory, (tx) => tx.query(`update job_input set owner_id = $1`, [alice.publicId])),
    ).resolves.toMatchObject({ rowCount: 0 })
    expect((await api.deps.db.pool.query('select * from work_data')).rows).toEqual([])
  })

  it('requires authentication', async () => {
    const alice = await api.signUp()
    const data = await uploads(alice)

    expect((await api.anonymous().get(data)).status).toBe(401)
  })
})

describe('deleting work data', () => {
  it('requires AllowDeletion first, and frees the storage', async () => {
    const alice = await api.signUp()
    const data = await uploads(alice)
    const refused = await alice.post(`${data}/Delete`)

    await does(alice, data, 'AllowDeletion')
    await does(alice, data, 'Delete')

    expect([refused.status, await detailOf(refused)]).toEqual([400, expect.stringContaining('table.csv is protected')])
    expect((await alice.get(data)).status).toBe(404)
    const { rows } = await api.db.pool.query('select used_bytes from owner where id = $1', [alice.publicId])
    expect(rows[0].used_bytes).toBe(0)
  })

  it('is not available while a job uses the data', async () => {
    const alice = await api.signUp()
    const worker = await testWorker(api)
    const [stepId = ''] = await worker.registers(manifest('user_of_data'))
    const job = await hasJob(alice, stepId, 'ReadyForProcessing')
    const [slot] = (await alice.read<SirenDocument>(job)).entities
    const data = slot?.entities[0]?.links[0]?.href ?? ''

    expect(await availableActionsOf(alice, data)).not.toContain('AllowDeletion')
    expect((await alice.post(`${data}/AllowDeletion`)).status).toBe(400)
  })
})

describe('describing work data', () => {
  it('changes name, comment and tags, and hides the data', async () => {
    const alice = await api.signUp()
    const data = await uploads(alice)

    await does(alice, data, 'Rename', { NewName: 'renamed.csv' })
    await does(alice, data, 'EditComment', { Comment: 'Sensor was offline.' })
    await does(alice, data, 'EditTags', { Tags: [' station = koeln ', 'station=koeln'] })
    await does(alice, data, 'Hide')

    expect((await alice.read<WorkDataDocument>(data)).properties).toMatchObject({
      Name: 'renamed.csv',
      Comments: 'Sensor was offline.',
      Tags: ['station=koeln'],
      Hidden: true,
    })
    expect((await finds(alice, {})).properties.TotalEntities).toBe(0)
    expect(
      (await finds(alice, { Filter: { ShowHidden: true, TagsByAnd: ['station=koeln'] } })).properties.TotalEntities,
    ).toBe(1)
    expect((await alice.post(`${data}/Rename`, { NewName: '../x' })).status).toBe(422)
  })

  it('offers an empty comment to edit, and accepts null as no comment', async () => {
    const alice = await api.signUp()
    const data = await uploads(alice)
    const prefilled = async () => {
      const { actions } = await alice.read<WorkDataDocument>(data)
      return actions.find(({ name }) => name === 'EditComment')?.fields?.[0]?.value
    }

    expect(await prefilled()).toEqual({ Comment: '' })

    await does(alice, data, 'EditComment', { Comment: 'Sensor was offline.' })
    expect(await prefilled()).toEqual({ Comment: 'Sensor was offline.' })

    await does(alice, data, 'EditComment', { Comment: null })
    expect((await alice.read<WorkDataDocument>(data)).properties.Comments).toBeNull()
  })

  it('changes the media type of a file that was not recognized, which then has its preview', async () => {
    const alice = await api.signUp()
    const data = await uploads(alice, 'readings.xyz', 'a,b\n1,\u0001\n2,3\n')
    const before = await alice.read<WorkDataDocument>(data)

    await does(alice, data, 'EditMediaType', { MediaType: ' Text/CSV ' })

    const after = await alice.read<WorkDataDocument>(data)
    expect([before, after].map(({ properties }) => properties.MediaType)).toEqual([
      'application/octet-stream',
      'text/csv',
    ])
    expect(hrefOf(before, 'Preview')).toBeUndefined()
    expect((await alice.get(hrefOf(after, 'Preview') ?? '')).status).toBe(200)
    expect((await alice.get(`${data}/Download`)).headers.get('content-type')).toMatch('text/csv')
  })

  it.each(['csv', 'text/csv; charset=utf-8', '', MEDIA.workflowDefinition, MEDIA.workflowReport])(
    'refuses the media type %j',
    async (MediaType) => {
      const alice = await api.signUp()
      const data = await uploads(alice)

      const reply = await alice.post(`${data}/EditMediaType`, { MediaType })

      expect(reply.status).toBe(422)
      expect((await reply.json()) as object).toMatchObject({ faults: [{ pointer: '/MediaType' }] })
      expect((await alice.read<WorkDataDocument>(data)).properties.MediaType).toBe('text/csv')
    },
  )

  it('offers no other media type for a workflow', async () => {
    const alice = await api.signUp()
    const data = await uploads(alice, 'mine.workflow.json', '{}')

    expect(await availableActionsOf(alice, data)).not.toContain('EditMediaType')
    expect((await alice.post(`${data}/EditMediaType`, { MediaType: 'text/plain' })).status).toBe(400)
  })
})
