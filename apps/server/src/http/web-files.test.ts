import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PRELOADED_QUERIES, preloadedQueryKey } from '@millrace/contracts/preloaded-queries'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder, testApi } from '#testing/api.ts'
import { webFiles } from './web-files.ts'

const api = await testApi()
let pages: Awaited<ReturnType<typeof webFiles>>

beforeAll(async () => {
  const folder = await temporaryFolder()
  await writeFile(path.join(folder, 'index.html'), '<html><head><title>Millrace</title></head><body></body></html>')
  const screens = [
    { path: '/jobs', needsSession: true, scripts: ['assets/jobs.js'] },
    { path: '/login', needsSession: false, scripts: ['assets/login.js'] },
  ]
  await writeFile(path.join(folder, 'screens.json'), JSON.stringify(screens))
  pages = await webFiles(folder)
})

async function visit(address: string, guest = api.anonymous()) {
  const reply = await pages((_c, wanted) => guest.get(wanted)).request(address)
  const html = await reply.text()
  const [, data = '{}'] = /<script type="application\/json" id="preloaded-replies">(.*)<\/script>/.exec(html) ?? []
  return { reply, html, carried: JSON.parse(data) as Record<string, { user?: { name: string } } | null> }
}

const FIRST_JOBS = preloadedQueryKey('/api/JobQuery/CreateQuery', PRELOADED_QUERIES['/jobs'].parameters)

describe('the page of a screen', () => {
  it('contains the session, the entry point, the root document and the rows that its list reads first', async () => {
    const { carried, html } = await visit('/jobs', api.administrator)

    const paths = ['/api/auth/get-session', '/api/account/welcome', '/api/EntryPoint', '/api/JobsRoot', FIRST_JOBS]
    expect(Object.keys(carried)).toEqual(paths)
    expect(carried[FIRST_JOBS]).toMatchObject({ class: ['JobQueryResult'], properties: { TotalEntities: 0 } })
    expect(carried['/api/auth/get-session']?.user?.name).toBe('Ada Ministra')
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/jobs.js">')
  })

  it('contains no rows if its URL filters them', async () => {
    const { carried } = await visit('/jobs?Name=gauge', api.administrator)

    expect(Object.keys(carried).at(-1)).toBe('/api/JobsRoot')
  })

  it('names the scripts of the sign-in page and contains no account data when nobody is signed in', async () => {
    const { carried, html } = await visit('/jobs')

    expect(carried['/api/auth/get-session']).toBeNull()
    expect(Object.keys(carried)).toEqual(['/api/auth/get-session', '/api/account/welcome'])
    expect(html).toContain('/assets/login.js')
    expect(html).not.toContain('/assets/jobs.js')
  })

  it('does not let a name end the block of data', async () => {
    const person = await api.signUp({ name: '</script><script>alert(1)</script>' })

    const { carried, html } = await visit('/jobs', person)

    expect(html).not.toContain('</script><script>alert')
    expect(carried['/api/auth/get-session']?.user?.name).toBe('</script><script>alert(1)</script>')
  })

  it('is never stored by the browser', async () => {
    const { reply } = await visit('/jobs', api.administrator)

    expect(reply.headers.get('cache-control')).toBe('no-store')
  })
})
