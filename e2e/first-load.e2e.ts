import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, signUpByPage } from './browser.ts'

/** What the first look at a page costs: the JavaScript it asks for before it rests, gzipped, in kilobytes. */
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

/** A page that never rests, so that it asks for nothing ahead of its use. */
async function restless(): Promise<Page> {
  const page = await openPage('/login')
  await page.addInitScript('globalThis.requestIdleCallback = () => 0')
  return page
}

describe('the first load', () => {
  it('brings little JavaScript to those who want to sign in', async () => {
    const page = await restless()
    await page.goto('/login')

    expect(await firstScripts(page)).toBeLessThan(130)
  })

  it('brings the dashboard without what only other pages need', async () => {
    const page = await restless()
    await signUpByPage(page)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Run the sample' }).waitFor()

    expect(await firstScripts(page)).toBeLessThan(180)
  })

  it('brings lists without the menus nobody has opened', async () => {
    const page = await restless()
    await signUpByPage(page)
    await page.goto('/jobs')
    await page.getByText('No jobs yet').waitFor()

    expect(await firstScripts(page)).toBeLessThan(190)
  })

  it('travels packed', async () => {
    const page = await openPage('/login')
    const script = await page.evaluate(
      () => performance.getEntriesByType('resource').find(({ name }) => /base-.*\.js$/.test(name))?.name ?? '',
    )

    const reply = await page.request.get(script, { headers: { 'accept-encoding': 'br' } })

    expect(reply.headers()['content-encoding']).toBe('br')
    expect(reply.headers().vary).toContain('Accept-Encoding')
  })
})
