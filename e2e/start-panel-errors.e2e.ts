import { describe, expect, it } from 'vitest'
import { allowConsoleErrors, asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { openStartPanel } from './start-query.ts'

/**
 * The documents of screens. The entry point and the roots are excluded, because they are read only once. The event
 * stream is excluded, because its reconnection would load the documents again before the test does.
 */
const DOCUMENTS = /\/api\/(?!auth|account|EntryPoint|Events|Info|[A-Za-z]+Root)/

describe('a start panel whose choices cannot be loaded', () => {
  it('says so once, with one button that loads all of them again', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv')
    const panel = await openStartPanel(page, 'plot_table')
    await panel.getByRole('heading', { name: 'Parameters' }).waitFor()
    const start = new URL(page.url()).searchParams.get('start') ?? ''
    await page.route(DOCUMENTS, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        json: { title: 'Unexpected error', status: 500 },
      }),
    )

    await page.goto(`/dashboard?${new URLSearchParams({ start })}`)

    await panel.getByRole('button', { name: /File not loaded/ }).waitFor()
    await panel.getByRole('button', { name: /Step not loaded/ }).waitFor()
    await panel.getByRole('alert').getByText('The file and the step could not be loaded').waitFor()
    await panel.getByText('Available once the step loads').waitFor()
    await expect.poll(() => panel.getByRole('button', { name: 'Try again' }).count()).toBe(1)
    await expectAccessible(page)

    await page.unroute(DOCUMENTS)
    await panel.getByRole('button', { name: 'Try again' }).click()
    await panel
      .getByRole('button', { name: /cochem\.csv/ })
      .first()
      .waitFor()
    await panel
      .getByRole('button', { name: /Plot table/ })
      .first()
      .waitFor()
    allowConsoleErrors(/status of 500/)
  })
})
