import { describe, expect, inject, it } from 'vitest'
import { acquireContext, releaseContext, SMALL } from './contexts.ts'

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
})
