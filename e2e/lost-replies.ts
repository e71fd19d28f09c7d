import type { JobProperties } from '@millrace/contracts/jobs'
import { embedded, selfHref } from '@millrace/siren/read'
import type { Locator, Page } from 'playwright-core'
import { asUserOf } from './api-client.ts'

/** Lets the server handle the next requests for an action, but drops the replies. */
export async function loseReplies(page: Page, action: string, times = 1): Promise<void> {
  await page.route(
    `**/${action}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times },
  )
}

/** Presses a button, and waits until a request for this action has failed and the button can be pressed again. */
export async function pressAndFail(button: Locator, action: string | RegExp): Promise<void> {
  const page = button.page()
  const failed = page.waitForEvent('requestfailed', (request) => request.url().match(action) !== null)
  await button.click()
  await failed
  await button.and(page.locator(':not([aria-busy])')).waitFor()
}

/** Presses a button that sends this action, loses the reply, and waits until the button can be pressed again. */
export async function loseReplyTo(button: Locator, action: string): Promise<void> {
  await loseReplies(button.page(), action)
  await pressAndFail(button, action)
}

/** Returns the jobs of the page's user except sub-jobs, the oldest first. */
export async function jobsOf(page: Page) {
  const user = await asUserOf(page)
  const filter = { IsSubJob: false, ShowHidden: true }
  const found = await user.read<never>(await user.post('/api/JobQuery/CreateQuery', { Filter: filter }))
  return embedded<JobProperties>(found, 'item')
    .toSorted((a, b) => a.properties.CreatedAt.localeCompare(b.properties.CreatedAt))
    .map((job) => {
      const { Name: name, State: state, ConfiguredParameters } = job.properties
      const parameters = JSON.parse(ConfiguredParameters ?? '{}') as Record<string, unknown>
      return { href: selfHref(job), name, state, parameters }
    })
}

/** Returns the names of the files of the page's user, including hidden ones. */
export async function filesOf(page: Page) {
  const user = await asUserOf(page)
  const found = await user.read<never>(
    await user.post('/api/WorkDataQuery/CreateQuery', { Filter: { ShowHidden: true } }),
  )
  return embedded<{ Name: string }>(found, 'item').map(({ properties }) => properties.Name)
}
