import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { ADMIN_TEXTS } from '../apps/web/src/features/admin/texts.ts'
import { chooseADayInTheFuture, confirmationHelp } from '../apps/web/src/features/admin/users/texts.ts'
import { allowConsoleErrors, asUser, expectAccessible, openAsNewUser, openPage } from './browser.ts'
import { outboxMail } from './mail.ts'
import { newAddress, PASSWORD, signIn } from './people.ts'

interface Opened {
  page: Page
  user: { id: string; name: string; email: string }
}

/** Opens the dashboard as a new user with a unique name. */
async function opensAs(name: string): Promise<Opened> {
  const unique = `${name} ${crypto.randomUUID().slice(0, 8)}`
  const page = await openAsNewUser({ name: unique })
  const { user } = await page.evaluate<{ user: Opened['user'] }>(
    `fetch('/api/auth/get-session').then((reply) => reply.json())`,
  )
  return { page, user }
}

/** Opens the users page as the first administrator. */
async function opensAdministration(path = '/admin/users'): Promise<Page> {
  const page = await asUser(inject('administrator'))
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  return page
}

/** Searches for the user and opens the inspector. Waits for the result first, because rows may move until then. */
async function inspects(page: Page, { name }: Opened['user']) {
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(name)
  await expect.poll(() => page.getByRole('table', { name: 'Users' }).getByRole('row').count()).toBe(2)
  await page.getByRole('button', { name, exact: true }).click()
  const inspector = page.getByRole('complementary', { name })
  await inspector.getByRole('button', { name: 'Impersonate user' }).waitFor()
  return inspector
}

describe('administrators', () => {
  it('find users by name and email, filter and sort them, and keep the list in the URL', async () => {
    const { user } = await opensAs('Aylin Kaya')
    const page = await opensAdministration()
    const rows = page.getByRole('table', { name: 'Users' }).getByRole('row')

    await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(user.name.toUpperCase())
    await expect.poll(() => rows.count()).toBe(2)
    // On Linux, the middle mouse button pastes the current selection into the focused field.
    await page.getByRole('heading', { level: 1 }).dblclick()
    await page.getByRole('searchbox', { name: 'Search by name' }).focus()
    const opened = page.context().waitForEvent('page')
    await rows.nth(1).getByText('User', { exact: true }).click({ button: 'middle' })
    const tab = await opened
    await tab.getByRole('complementary', { name: user.name }).waitFor()
    await tab.close()
    expect(await page.getByRole('searchbox', { name: 'Search by name' }).inputValue()).toBe(user.name.toUpperCase())
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('menuitem', { name: 'Role' }).click()
    await page.getByRole('list', { name: 'Role' }).getByRole('button', { name: 'admin' }).click()
    await page.getByText('No users match your filters').waitFor()
    await page.getByRole('button', { name: /^Role is/ }).click()
    await page.getByText('is not', { exact: true }).click()
    await expect.poll(() => rows.count()).toBe(2)
    expect(new URL(page.url()).searchParams.get('filterOperator')).toBe('neq')
    await page.keyboard.press('Escape')

    const start = user.email.slice(0, 8)
    await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(start)
    await page.waitForURL((url) => url.searchParams.get('searchValue') === start)
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByRole('button', { name: 'Email', exact: true }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('sortBy')).toBe('email')
    await page.reload()
    await page.getByRole('button', { name: user.name, exact: true }).waitFor()
    await expectAccessible(page)

    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: user.name }).getByText('Last seen').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('complementary', { name: user.name }).waitFor({ state: 'detached' })
  })

  it('open a user while the search is still loading, and keep the search', { tags: 'long' }, async () => {
    const { user } = await opensAs('Aylin Kaya')
    const page = await opensAdministration()
    const reply = Promise.withResolvers<void>()
    await page.route('**/admin/list-users?*searchValue=*', async (route) => {
      await reply.promise
      await route.continue()
    })

    await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(user.name)
    await page.waitForURL('**searchValue=**')
    await page.getByRole('button', { name: user.name, exact: true }).click()
    await page.waitForURL('**user=**')
    reply.resolve()

    await expect.poll(() => page.getByRole('table', { name: 'Users' }).getByRole('row').count()).toBe(2)
    await page.getByRole('complementary', { name: user.name }).waitFor()
  })

  it('create users, who set a password with the emailed link', async () => {
    const page = await opensAdministration()
    const email = newAddress('freya')
    await page.getByRole('button', { name: 'New user' }).click()
    const form = page.getByRole('dialog', { name: 'New user' })
    await form.getByRole('button', { name: 'Create user' }).click()
    await form.getByText('Enter a name.').waitFor()
    await form.getByLabel('Name').fill('Freya Madsen')
    await form.getByLabel('Email').fill('nobody')
    await form.getByRole('button', { name: 'Create user' }).click()
    await form.getByText('Expected an email address.').waitFor()
    allowConsoleErrors(/422/)
    await form.getByLabel('Email').fill(email)
    await form.getByRole('combobox', { name: 'Plan' }).click()
    await page.getByRole('option', { name: 'Enterprise' }).click()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Create user' }).click()
    const inspector = page.getByRole('complementary', { name: 'Freya Madsen' })
    await inspector
      .getByRole('combobox', { name: /^Plan of/ })
      .getByText('Enterprise')
      .waitFor()

    const { link } = await outboxMail(inject('productData'), email, 'Your Millrace account is ready')
    const freya = await openPage(link)
    await freya.getByLabel('New password').fill(PASSWORD)
    await freya.getByRole('button', { name: /^Set/ }).click()
    await freya.waitForURL('**/login**')
    await signIn(freya, email)
  })

  it('ban a user, who is signed out in the other browser and can return after the ban is lifted', async () => {
    const { page: theirs, user } = await opensAs('Gregor Hahn')
    const page = await opensAdministration()
    const inspector = await inspects(page, user)

    await inspector.getByRole('button', { name: /^Ban/ }).click()
    const form = page.getByRole('dialog', { name: /^Ban/ })
    await form.getByLabel('Reason').fill('Mines coins')
    await form.getByLabel('Until').fill('2020-01-01')
    await form.getByRole('button', { name: 'Ban user' }).click()
    await form.getByText(chooseADayInTheFuture).waitFor()
    await form.getByLabel('Until').fill('2099-01-01')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Ban user' }).click()
    await inspector.getByText('Mines coins').waitFor()
    await page.getByRole('row', { name: user.name }).getByText('Banned').waitFor()
    await inspector.getByText('Not signed in anywhere').waitFor()

    await theirs.goto('/jobs')
    await theirs.waitForURL('**/login**')
    allowConsoleErrors(/401/)

    await inspector.getByRole('button', { name: /^Unban/ }).click()
    await inspector.getByRole('button', { name: 'Impersonate user' }).waitFor()
    await signIn(theirs, user.email)
  })

  it('sec/F1 impersonate a user with a banner on every page, and return to the same place', async () => {
    const { user } = await opensAs('Jonas Ortmann')
    const page = await opensAdministration()
    const inspector = await inspects(page, user)

    await inspector.getByRole('button', { name: 'Impersonate user' }).click()

    await page.waitForURL('**/dashboard')
    const banner = page.locator('aside[aria-label=Impersonation]')
    await banner.getByText(user.email).waitFor()
    await page.getByRole('link', { name: 'Dashboard', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Admin' }).count()).toBe(0)
    await expectAccessible(page)
    for (const path of ['/jobs?start=new', '/settings/keys', '/change-password', '/no/such/page', '/admin/users']) {
      await page.goto(path)
      await banner.getByText(user.name).waitFor()
      expect(await banner.evaluate((element) => element.getBoundingClientRect().top)).toBe(0)
    }
    await page.waitForURL('**/dashboard')

    await banner.getByRole('button', { name: /^Stop/ }).click()

    await page.getByRole('complementary', { name: user.name }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/admin/users')
    await banner.waitFor({ state: 'detached' })
    // Requests that the administrator’s page had not finished when the session changed are refused.
    allowConsoleErrors(/403 \(Forbidden\) .*\/api\/admin\/users\//)
  })

  it('change a role, which opens and closes the administration in the other browser', async () => {
    const { page: theirs, user } = await opensAs('Mara Lindqvist')
    await theirs.goto('/admin')
    await theirs.waitForURL('**/dashboard')
    const page = await opensAdministration()
    const inspector = await inspects(page, user)
    const change = async (role: string, confirm: string) => {
      await inspector.getByRole('combobox', { name: /^Role of/ }).click()
      await page.getByRole('option', { name: role }).click()
      await page.getByRole('button', { name: confirm }).click()
      await page
        .getByText(role === 'admin' ? `${user.name} is now an administrator` : `${user.name} is now a user`)
        .waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }

    await change('admin', 'Make administrator')
    await inspector.getByText(ADMIN_TEXTS.impersonateAdmin).waitFor()
    await signIn(theirs, user.email)
    await theirs.getByRole('link', { name: 'Admin' }).click()
    await theirs.getByRole('heading', { level: 1, name: 'Users' }).waitFor()

    await change('user', 'Remove rights')
    await theirs.goto('/admin/users')
    await theirs.waitForURL(/\/(login|dashboard)/)
    allowConsoleErrors(/401/)
  })

  it('add and remove grants, sign a device out, and delete the account', async () => {
    const { page: theirs, user } = await opensAs('Thibault Roussel')
    const page = await opensAdministration()
    const inspector = await inspects(page, user)

    await inspector.getByRole('button', { name: /^Add a grant/ }).click()
    await page.getByRole('list', { name: 'Grants', exact: true }).getByRole('button').first().click()
    await inspector.getByRole('button', { name: /^Remove codeContributor/ }).click()
    await inspector.getByText('None').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await inspector.getByText('codeContributor', { exact: true }).waitFor()
    await inspector.getByRole('button', { name: /^Sign out/ }).click()
    await inspector.getByText('Not signed in anywhere').waitFor()
    await theirs.goto('/jobs')
    await theirs.waitForURL('**/login**')

    await inspector.getByRole('button', { name: 'Delete account…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Delete the account/ })
    await dialog.getByText('0 personal jobs and 0 files').waitFor()
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await dialog.getByText(confirmationHelp).waitFor()
    await dialog.getByLabel(/^Type/).fill(user.email)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await page.getByText(/^No results for “/).waitFor()
    allowConsoleErrors(/401/)
  })
})
