import { describe, expect, it } from 'vitest'
import { ACTIVITY_TEXTS } from '../apps/web/src/features/activity/texts.ts'
import { allowConsoleErrors, asNewUser, expectAccessible, openPage } from './browser.ts'
import { callApi, fillSignIn } from './people.ts'

describe('the activity of an account', () => {
  it('is listed by day, in sentences, with what others tried', async () => {
    const page = await asNewUser({ name: 'Tamsin Okoro' })
    const { user } = await callApi<{ user: { email: string } }>(page, '/get-session')
    const other = await openPage('/login')
    await fillSignIn(other, user.email, 'a wrong password')
    await other.getByText('Incorrect email or password.').waitFor()
    await callApi(page, '/update-user', { name: 'Tamsin A. Okoro' })

    await page.goto('/settings')
    await page.getByRole('tab', { name: 'Activity' }).click()

    const today = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
    await expect.poll(() => today.count()).toBe(4)
    expect(await today.locator('p:first-child').allTextContents()).toEqual([
      'You changed your name to Tamsin A. Okoro',
      'A sign-in to your account with an incorrect password was refused',
      'You signed in',
      'You created your account',
    ])
    await page.getByText('No older activity.').waitFor()
    await expectAccessible(page)
    allowConsoleErrors(/status of 401/)
  })

  it('groups similar entries and shows all of them on request', { tags: 'long' }, async () => {
    const page = await asNewUser()
    const lab = { name: 'Rhine Lab', slug: crypto.randomUUID() }
    const { id: organizationId } = await callApi<{ id: string }>(page, '/organization/create', lab)
    for (const guest of ['ana', 'ben', 'cleo', 'dan']) {
      const invitation = { email: `${guest}@${lab.slug}.example`, role: 'member', organizationId }
      await callApi(page, '/organization/invite-member', invitation)
    }
    await page.goto('/settings/activity?resourceType=orgInvite')
    const invitations = page.getByRole('main').getByText('You invited')
    await expect.poll(() => invitations.count()).toBe(2)

    await page.getByRole('button', { name: 'Show 2 more invitations' }).click()

    await expect.poll(() => invitations.count()).toBe(4)
  })

  it('is filtered by kind with the keyboard, and keeps the filter in the URL', async () => {
    const page = await asNewUser()
    await callApi(page, '/organization/create', { name: 'Rhine Lab', slug: crypto.randomUUID() })
    await page.goto('/settings/activity')
    const entries = page.getByRole('main').getByRole('listitem')
    await expect.poll(() => entries.count()).toBe(4)

    await page.getByRole('radio', { name: 'Organizations' }).press('Space')

    await expect.poll(() => entries.count()).toBe(2)
    await entries.first().getByText('You joined Rhine Lab as an owner').waitFor()
    expect(new URL(page.url()).searchParams.get('resourceType')).toBe('organization')
    await page.reload()
    await expect.poll(() => entries.count()).toBe(2)
    await page.getByRole('radio', { name: 'Invitations' }).press('Space')
    await page.getByText(ACTIVITY_TEXTS.noMatch).waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => entries.count()).toBe(4)
  })

  it('shows a hundred entries at a time', async () => {
    const page = await asNewUser()
    await page.evaluate(async () => {
      for (let count = 0; count < 55; count++) {
        const made = await fetch(`/api/keys?note=key-${count}`, { method: 'POST' })
        await fetch(`/api/keys/${((await made.json()) as { id: string }).id}`, { method: 'DELETE' })
      }
    })
    await page.goto('/settings/activity')
    const entries = page.getByRole('main').getByRole('listitem')
    await expect.poll(() => entries.count()).toBe(100)
    await entries.first().getByText('You deleted the API key key-54').waitFor()

    await page.getByRole('button', { name: 'Show older' }).press('Enter')

    await expect.poll(() => entries.count()).toBe(112)
    await page.getByText('You created your account').waitFor()
  })

  it('fits on a phone', { tags: 'long' }, async () => {
    const page = await asNewUser({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await page.goto('/settings/activity')
    await page.getByText('You signed in').waitFor()

    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await expectAccessible(page)
  })
})
