import type { ProblemBody } from '@millrace/contracts/problems'
import type { FetchLine } from '@millrace/contracts/work-data'
import type { SirenDocument } from '@millrace/siren/document'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { testWebServer } from '#testing/web-server.ts'

type Client = Awaited<ReturnType<typeof api.signUp>>

const LEVELS = 'time;level\n2024-01-01;211\n'
const server = await testWebServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://one')
  if (pathname === '/levels.csv') return response.writeHead(200, { 'content-type': 'text/csv' }).end(LEVELS)
  if (pathname === '/export')
    return response.writeHead(200, { 'content-disposition': "attachment; filename*=UTF-8''k%C3%B6ln.csv" }).end(LEVELS)
  if (pathname === '/hidden')
    return response.writeHead(200, { 'content-disposition': 'attachment; filename="../../etc/passwd"' }).end(LEVELS)
  if (pathname === '/moved') return response.writeHead(302, { location: '/levels.csv' }).end()
  if (pathname === '/inside') return response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end()
  if (pathname === '/round') return response.writeHead(302, { location: '/round' }).end()
  if (pathname === '/cut') {
    response.writeHead(200, { 'content-length': '1000' }).write('half')
    return setTimeout(() => response.destroy(), 50)
  }
  if (pathname === '/empty.csv') return response.end()
  response.writeHead(404).end()
})
const api = await testApi({ env: { FETCH_FROM: `${server},*.example.org` } })
const closed = await testApi()

const ask = (client: Client, url: string, key?: string) =>
  client.request('POST', '/api/WorkDataRoot/UploadFromUrl', {
    body: JSON.stringify({ Url: url, Tags: ['fetched'] }),
    headers: { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
  })

async function endOf(reply: Response): Promise<FetchLine> {
  expect(reply.status).toBe(200)
  const lines = (await reply.text()).trimEnd().split('\n')
  return JSON.parse(lines.at(-1) ?? '') as FetchLine
}

async function filesOf(client: Client): Promise<number> {
  const query = await client.post('/api/WorkDataQuery/CreateQuery')
  const found = await client.read<SirenDocument<{ TotalEntities: number }>>(query.headers.get('location') ?? '')
  return found.properties.TotalEntities
}

describe('a file that the server fetches', () => {
  it('becomes work data with the name, type and content of the other server', async () => {
    const mara = await api.signUp()

    const end = await endOf(await ask(mara, `${server}/levels.csv?token=1`))

    expect(end).toMatchObject({ Name: 'levels.csv' })
    const data = 'WorkDataUrl' in end ? new URL(end.WorkDataUrl).pathname : ''
    expect((await mara.read<{ properties: object }>(data)).properties).toMatchObject({
      Name: 'levels.csv',
      MediaType: 'text/csv',
      Tags: ['fetched'],
      Kind: 'ClientUpload',
    })
    expect(await (await mara.get(`${data}/Download`)).text()).toBe(LEVELS)
  })

  it.each([
    ['the name that the reply states', '/export', 'köln.csv'],
    ['the name in the URL if the stated one is a path', '/hidden', 'hidden'],
    ['the name at the end of redirects', '/moved', 'levels.csv'],
  ])('has %s', async (_what, path, name) => {
    const mara = await api.signUp()

    expect(await endOf(await ask(mara, `${server}${path}`))).toMatchObject({ Name: name })
  })

  it('INV11 is stored once if the request is repeated with the same key', async () => {
    const mara = await api.signUp()

    const first = await endOf(await ask(mara, `${server}/levels.csv`, 'once'))
    const again = await endOf(await ask(mara, `${server}/levels.csv`, 'once'))

    expect(again).toEqual(first)
    expect(await filesOf(mara)).toBe(1)
  })

  it.each([
    ['a host that is not allowed', 'https://example.com/a.csv', 'Files can’t be fetched from example.com. Allowed: '],
    ['an allowed host at another port', 'https://a.example.org:8443/a.csv', 'Files can’t be fetched from'],
    ['a host that only ends alike', 'https://notexample.org/a.csv', 'Files can’t be fetched from'],
    ['a password in the URL', server.replace('//', '//me:secret@'), 'Files can’t be fetched from'],
    ['a redirect into the network', `${server}/inside`, 'Files can’t be fetched from 169.254.169.254'],
    ['endless redirects', `${server}/round`, 'redirects too many times'],
    ['a missing file', `${server}/missing.csv`, 'replied with status 404 instead of the file'],
    ['another protocol', 'file:///etc/passwd', 'Enter a URL that starts with https:// or http://'],
    ['something that is no URL', 'levels', 'Enter a URL that starts with https:// or http://'],
  ])('sec/K2 is refused for %s', async (_what, url, words) => {
    const mara = await api.signUp()
    const reply = await ask(mara, url)

    const problem = (await reply.json()) as ProblemBody
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(problem.detail).toContain(words)
    expect(problem.faults?.[0]?.pointer).toBe('/Url')
  })

  it.each([
    ['breaks off', '/cut', 'closed the connection'],
    ['is empty', '/empty.csv', 'is empty'],
  ])('leaves nothing behind if it %s', async (_what, path, words) => {
    const mara = await api.signUp()

    const end = await endOf(await ask(mara, `${server}${path}`))

    expect(end).toMatchObject({ Problem: { detail: expect.stringContaining(words) } })
    expect(await filesOf(mara)).toBe(0)
  })
})

describe('fetching files', () => {
  it('is offered with the addresses that are allowed', async () => {
    const mara = await api.signUp()
    const root = await mara.read<SirenDocument>('/api/WorkDataRoot')

    const action = root.actions?.find(({ name }) => name === 'UploadFromUrl')

    expect(action?.title).toBe(`Fetch a file from ${server} or *.example.org.`)
  })

  it('is off by default', async () => {
    const mara = await closed.signUp()
    const root = await mara.read<SirenDocument>('/api/WorkDataRoot')

    const reply = await ask(mara, `${server}/levels.csv`)

    expect(root.actions?.map(({ name }) => name)).not.toContain('UploadFromUrl')
    expect(await reply.json()).toMatchObject({ code: 'action-not-offered' })
  })
})
