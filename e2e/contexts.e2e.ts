import { describe, expect, inject, it } from 'vitest'
import { acquireContext, pageOf, releaseContext, SMALL } from './contexts.ts'

/** Returns options that no journey uses, so that the test gets its own context again. */
const OWN = () => ({ baseURL: inject('productUrl'), userAgent: 'contexts' })

describe('a browser context that the next test uses', () => {
  it('has the clock of the machine', async () => {
    const context = await acquireContext(OWN())
    await context.clock.install({ time: 0 })
    await releaseContext(context)

    const next = await acquireContext(OWN())
    const page = await next.newPage()
    await page.goto(SMALL)

    expect(await page.evaluate('Date.now()')).toBeGreaterThan(Date.parse('2020-01-01'))
    await releaseContext(next)
  })

  it('calls no listener of the previous test', async () => {
    const context = await acquireContext(OWN())
    const heard: string[] = []
    context.on('page', () => heard.push('page'))
    context.on('request', () => heard.push('request'))
    await releaseContext(context)

    const next = await acquireContext(OWN())
    expect(next).toBe(context)
    await (await next.newPage()).goto(SMALL)

    expect(heard).toEqual([])
    await releaseContext(next)
  })

  it('has the page of the test before, without its scripts, listeners and stored data', async () => {
    const context = await acquireContext(OWN())
    const page = await pageOf(context, 'globalThis.isLeft = true')
    const heard: string[] = []
    page.on('request', () => heard.push('request'))
    await page.evaluate(`localStorage.setItem('left', 'yes'), sessionStorage.setItem('left', 'yes')`)
    await releaseContext(context)

    const next = await pageOf(await acquireContext(OWN()))
    expect(next).toBe(page)
    await next.goto(SMALL)

    expect(heard).toEqual([])
    expect(await next.evaluate('[globalThis.isLeft, localStorage.length, sessionStorage.length]')).toEqual([
      undefined,
      0,
      0,
    ])
    await releaseContext(context)
  })

  it('has another page if the test before replaced replies', async () => {
    const context = await acquireContext(OWN())
    const page = await pageOf(context)
    await page.route('**', (route) => route.abort())
    await releaseContext(context)

    const next = await pageOf(await acquireContext(OWN()))

    expect(next.context()).toBe(context)
    expect(next).not.toBe(page)
    expect((await next.goto(SMALL))?.ok()).toBe(true)
    await releaseContext(context)
  })
})
