import { describe, inject, it } from 'vitest'
import { type Person, signUp } from './api-client.ts'
import { expectAccessible, openPage } from './browser.ts'
import { fillWorkflows } from './crowded-workflows.ts'
import { LISTS, type Screens, signInAs } from './screens.ts'

const WIDTHS = [1440, 1024, 390]

let filled: Promise<{ person: Person; screens: Screens }> | undefined

/** An account with workflows, executions and a sweep. */
async function account(): Promise<{ person: Person; screens: Screens }> {
  const person = await signUp(inject('productUrl'))
  return { person, screens: { ...LISTS, ...(await fillWorkflows(person)) } }
}

describe('every screen', () => {
  it.each(['light', 'dark'] as const)('has no serious problem in %s at any width', async (colorScheme) => {
    filled ??= account()
    const { person, screens } = await filled
    const page = await openPage('/login', { colorScheme })
    await signInAs(page.context(), inject('productUrl'), person)
    for (const path of Object.values(screens)) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(path)
      await page.getByRole('main').getByRole('heading').or(page.getByRole('dialog')).first().waitFor()
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 844 })
        await expectAccessible(page)
      }
    }
  })
})
