import { gzipSync } from 'node:zlib'
import { PRELOADED_QUERIES } from '@millrace/contracts/preloaded-queries'
import { firstOf } from '@millrace/tables/testing/long'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asNewUser, openPage, signUpByPage } from './browser.ts'
import { uploadAs } from './files.ts'
import { startQuery } from './start-query.ts'

/** Returns the gzipped size, in kilobytes, of the JavaScript that a page loads until it is idle. */
async function firstScripts(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle')
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry.name)
      .filter((name) => name.endsWith('.js')),
  )
  const bodies = await Promise.all(scripts.map(async (address) => (await page.request.get(address)).body()))
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000
}

/** Opens a page that never becomes idle, so it prefetches nothing. */
async function restless(): Promise<Page> {
  const page = await openPage('/login')
  await page.addInitScript('globalThis.requestIdleCallback = () => 0')
  return page
}

describe('the first load', () => {
  it('loads little JavaScript on the sign-in page', async () => {
    const page = await restless()
    await page.goto('/login')

    expect(await firstScripts(page)).toBeLessThan(125)
  })

  it('loads the dashboard without code that only other pages need', async () => {
    const page = await restless()
    await signUpByPage(page)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Run the sample' }).waitFor()

    expect(await firstScripts(page)).toBeLessThan(180)
  })

  it('loads lists without the code of unopened menus', async () => {
    const page = await restless()
    await signUpByPage(page)
    await page.goto('/jobs')
    await page.getByText('No jobs yet').waitFor()

    expect(await firstScripts(page)).toBeLessThan(187)
  })

  it('requests no data that the page already contains, and preloads all scripts of the screen', async () => {
    const page = await restless()
    await signUpByPage(page)
    const next = await page.context().newPage()
    const requests: string[] = []
    next.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await next.goto('/jobs')
    await next.getByText('No jobs yet').waitFor()
    const asked = [...requests]

    const html = await (await page.request.get('/jobs')).text()
    const carried = Object.keys(JSON.parse(/id="preloaded-replies">(.*)<\/script>/.exec(html)?.[1] ?? '') as object)
    expect(carried).toContain('/api/JobsRoot')
    expect(asked.filter((path) => carried.includes(path))).toEqual([])
    expect(asked.filter((path) => /\/(_app|jobs)-[^/]*\.js$/.test(path)).length).toBe(2)
    for (const name of ['_app', 'jobs']) expect(html).toMatch(new RegExp(`modulepreload[^>]*/${name}-`))
  })

  it('requests the dashboard of an account with results in a few requests, and nothing twice', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv')
    await startQuery(page, 'select * from input')
    await page.goto('/jobs')
    await page.getByRole('row').getByText('Completed').first().waitFor()
    const next = await page.context().newPage()
    const requests: string[] = []
    next.on('request', (request) => {
      if (request.url().includes('/api/')) requests.push(`${request.url()} ${request.postData() ?? ''}`)
    })
    await next.goto('/dashboard')
    await next.getByRole('region', { name: 'Latest results' }).getByRole('link').first().waitFor()
    await next.waitForLoadState('networkidle')

    expect(requests).toEqual([...new Set(requests)])
    // The dashboard, used storage, organizations, access requests, live updates, and the preview of the only result.
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(6)
  })

  it.each(
    firstOf(2, [
      ['/jobs', '?PageSize=50', 'No jobs yet'],
      ['/processing-steps', '', 'Clean table'],
      ['/jobs', '', 'No jobs yet'],
      ['/workdata/explorer', '', 'No data yet'],
    ] as const),
  )('shows the rows that the page contains: %s%s', async (path, search, words) => {
    const page = await restless()
    await signUpByPage(page)
    const next = await page.context().newPage()
    const bodies: (string | null)[] = []
    next.on('request', (request) => bodies.push(request.postData()))
    await next.goto(path + search)
    await next.getByText(words).first().waitFor()

    const { parameters } = PRELOADED_QUERIES[path]
    const PageSize = Number(/\d+/.exec(search) ?? parameters.Pagination.PageSize)
    const asked = { ...parameters, Pagination: { ...parameters.Pagination, PageSize } }
    expect(bodies).not.toContain(JSON.stringify(asked))
    expect(await (await page.request.get(path + search)).text()).toContain('/CreateQuery ')
  })

  it('is compressed', async () => {
    const page = await openPage('/login')
    const script = await page.evaluate(
      () => performance.getEntriesByType('resource').find(({ name }) => /base-.*\.js$/.test(name))?.name ?? '',
    )

    const reply = await page.request.get(script, { headers: { 'accept-encoding': 'br' } })

    expect(reply.headers()['content-encoding']).toBe('br')
    expect(reply.headers().vary).toContain('Accept-Encoding')
  })
})
