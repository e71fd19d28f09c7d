import { firstOf, IS_LONG } from '@millrace/tables/testing/long'
import { describe, expect, inject, it } from 'vitest'
import { type Person, signUp } from './api-client.ts'
import { expectAccessible, openPage, untilLoaded } from './browser.ts'
import { gaugeCsv } from './gauge-csv.ts'
import { LISTS, type Screens, signInAs } from './screens.ts'
import { seedWorkflows, waitForEnd } from './seed-workflows.ts'
import { startJob } from './start-job.ts'

/** Window widths. Most journeys use only the light theme at a width of 1440 pixels. */
const WIDTHS = firstOf(1, [390, 1024, 1440])
const DARK_WIDTHS = firstOf(1, [1440, 1024, 390])
const SCREENS = firstOf(3, [
  ...['dashboard', 'steps-cards', 'configurator', 'work-data-grid', 'configurator-completed', 'execution-completed'],
  'sweep',
  ...['upload', 'activity', 'organization', 'keys', 'workflows', 'executions', 'execution-failed'],
])

let filled: Promise<{ person: Person; screens: Screens }> | undefined

/**
 * Creates an account with two jobs, one of which fails. With `npm run test:long`, the account has workflows, executions
 * and a sweep instead.
 */
async function account(): Promise<{ person: Person; screens: Screens }> {
  const person = await signUp(inject('productUrl'))
  if (IS_LONG) return { person, screens: { ...LISTS, ...(await seedWorkflows(person)) } }
  const file = await person.upload('gauges.csv', new Blob([gaugeCsv(300)]))
  for (const sql of ['select * from input limit 5', 'select no_such_column from input']) {
    await waitForEnd(person, await startJob(person, { name: sql, step: 'query_table', file, parameters: { sql } }))
  }
  return { person, screens: LISTS }
}

function pathOf(screens: Screens, name: string): string {
  const path = screens[name]
  if (path === undefined) throw new Error(`There is no screen “${name}”`)
  return path
}

describe('in both themes, without serious problems at any width:', () => {
  it.each(SCREENS)('%s', async (screen) => {
    filled ??= account()
    const { person, screens } = await filled
    const page = await openPage('/login', { colorScheme: 'light' })
    await signInAs(page.context(), inject('productUrl'), person)
    await page.goto(pathOf(screens, screen))
    await untilLoaded(page)
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const light = await background()

    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      await expectAccessible(page, { sizes: true })
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(background).not.toBe(light)
    for (const width of DARK_WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      await expectAccessible(page, { sizes: true })
    }
  })
})
