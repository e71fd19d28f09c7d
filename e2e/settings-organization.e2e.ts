import { randomUUID } from 'node:crypto'
import { codeOf } from '@millrace/contracts/testing/authenticator'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ORGANIZATION_TEXTS } from '../apps/web/src/features/organizations/texts.ts'
import { allowConsoleErrors, asNewUser, expectAccessible } from './browser.ts'
import { callApi, newAddress, PASSWORD } from './people.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const memberRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Members' }).getByRole('row', { name: new RegExp(name) })
const addressOf = async (page: Page) => (await callApi<{ user: { email: string } }>(page, '/get-session')).user.email

/** Opens the page of a new organization as its owner. */
async function openLab(options: Parameters<typeof asNewUser>[0] = {}): Promise<{ page: Page; lab: string }> {
  const page = await asNewUser({ name: 'Mara Lindqvist', ...options })
  const lab = `Rhine Lab ${randomUUID().slice(0, 8)}`
  await callApi(page, '/organization/create', { name: lab, slug: randomUUID() })
  await page.goto('/settings/organization')
  await page.getByRole('heading', { name: lab }).waitFor()
  return { page, lab }
}

/** Invites addresses in the dialog, which must be closed. */
async function invites(page: Page, addresses: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite people' }).click()
  await page.getByRole('dialog').getByLabel('Email addresses').fill(addresses)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Invite/ })
    .click()
}

/** Opens another browser, whose user joins with the link that the inviter copied. */
async function joinsByLink(page: Page, name: string): Promise<Page> {
  const guest = await asNewUser({ name })
  const email = await addressOf(guest)
  await invites(page, email)
  await page.getByRole('button', { name: `Copy link for ${email}` }).click()
  await page.getByText(`Link for ${email} copied`).waitFor()
  await guest.goto((await page.evaluate('navigator.clipboard.readText()')) as string)
  await guest.getByRole('button', { name: 'Join' }).click()
  await guest.waitForURL('**/dashboard')
  await page.reload()
  await memberRow(page, name).waitFor()
  return guest
}

/** Opens another browser, whose user joins over HTTP. */
async function joins(page: Page, name: string): Promise<Page> {
  const guest = await asNewUser({ name })
  const invitation = { email: await addressOf(guest), role: 'member' }
  const { id } = await callApi<{ id: string }>(page, '/organization/invite-member', invitation)
  await callApi(guest, '/organization/accept-invitation', { invitationId: id })
  await page.reload()
  await memberRow(page, name).waitFor()
  return guest
}

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }

async function chooses(page: Page, select: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: select }).click()
  await page.getByRole('option', { name: option }).click()
}

describe('the organization page', () => {
  it('creates an organization, renames it, switches and deletes it after its name was typed', async () => {
    const page = await asNewUser({ name: 'Mara Lindqvist' })
    await page.goto('/settings/organization')
    await page.getByText('You’re not in an organization').waitFor()
    await expectAccessible(page)
    const lab = `Elbe Lab ${randomUUID().slice(0, 8)}`
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill(lab)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: lab }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/settings/organization')
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(`${lab} Dresden`)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `${lab} Dresden` }).waitFor()
    await page.getByRole('button', { name: new RegExp(`${lab} Dresden.*switch workspace`) }).waitFor()

    await page.getByRole('button', { name: 'Switch organization' }).click()
    await page.getByRole('menuitemradio', { name: 'Mara Lindqvist' }).click()
    await page.getByText('You’re not in an organization').waitFor()
    await page.getByRole('button', { name: 'Switch organization' }).click()
    await page.getByRole('menuitemradio', { name: `${lab} Dresden` }).click()

    await page.getByRole('button', { name: 'Delete organization…' }).click()
    const ask = page.getByRole('dialog')
    expect(await ask.getByRole('button', { name: 'Delete organization' }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await ask.getByRole('textbox').fill(`${lab} Dresden`)
    await page.keyboard.press('Enter')
    await page.getByText('You’re not in an organization').waitFor()
    expect(await callApi(page, '/organization/list')).toEqual([])
    allowConsoleErrors(/status of 404/)
  })

  it('invites several people together and marks each address that cannot be invited', async () => {
    const { page } = await openLab()
    const own = await addressOf(page)
    const [jonas, aylin] = [newAddress('jonas'), newAddress('aylin')]

    await invites(page, `${jonas}, no-address ${own};${aylin}`)

    const form = page.getByRole('dialog')
    await form.getByText('no-address isn’t an email address.').waitFor()
    await form.getByText(`${own} is already a member.`).waitFor()
    await expectAccessible(page)
    expect(await section(page, 'Invitations').count()).toBe(0)
    await form.getByRole('button', { name: 'Remove no-address' }).click()
    await form.getByRole('button', { name: `Remove ${own}` }).click()
    await form.getByRole('button', { name: 'Invite 2 people' }).click()

    await page.getByText('2 invitations created').waitFor()
    await section(page, 'Invitations').getByText(jonas).waitFor()
    await section(page, 'Invitations').getByText('Expires in 7 days').first().waitFor()
    await page.getByRole('button', { name: `Resend invitation to ${aylin}` }).click()
    await page.getByText(`Invitation to ${aylin} resent`).waitFor()
    await page.getByRole('button', { name: `Cancel invitation to ${jonas}` }).click()
    await expect.poll(() => section(page, 'Invitations').getByRole('listitem').count()).toBe(1)
  })

  it('shows a canceled invitation to its recipient as such', async () => {
    const { page } = await openLab(CLIPBOARD)
    const guest = await asNewUser({ name: 'Jonas Ortmann' })
    const email = await addressOf(guest)
    await invites(page, email)
    await page.getByRole('button', { name: `Copy link for ${email}` }).click()
    await page.getByText(`Link for ${email} copied`).waitFor()
    const link = (await page.evaluate('navigator.clipboard.readText()')) as string

    await page.getByRole('button', { name: `Cancel invitation to ${email}` }).click()
    await page.getByText(`Invitation to ${email} canceled`).waitFor()
    await guest.goto(link)

    await guest.getByText(/was canceled\. Ask Mara Lindqvist for a new one/).waitFor()
    allowConsoleErrors(/status of 410/)
  })

  it('gives a member a role, with a way back, and the role takes effect in the other browser', async () => {
    const { page } = await openLab(CLIPBOARD)
    const jonas = await joinsByLink(page, 'Jonas Ortmann')
    await jonas.goto('/settings/organization')
    await jonas.getByText(ORGANIZATION_TEXTS.readOnly).waitFor()
    expect(await jonas.getByRole('button', { name: /Invite|Rename|New team|New role|Delete/ }).count()).toBe(0)
    await expectAccessible(jonas)

    await chooses(page, 'Role of Jonas Ortmann', 'Admin')
    // Hovers over the toast, because it stays while the pointer is on it.
    await page.getByText('Jonas Ortmann is now an admin').hover()
    await jonas.reload()
    await jonas.getByRole('button', { name: 'Invite people' }).waitFor()
    expect(await jonas.getByRole('button', { name: 'Delete organization…' }).count()).toBe(0)
    expect(await jonas.getByRole('combobox', { name: 'Role of Mara Lindqvist' }).count()).toBe(0)

    await page.getByRole('button', { name: 'Undo' }).click()
    const role = memberRow(page, 'Jonas Ortmann').getByRole('combobox', { disabled: false })
    await role.getByText('Member').waitFor()
    await jonas.reload()
    await jonas.getByText(ORGANIZATION_TEXTS.readOnly).waitFor()
  })

  it('removes a member, who loses the organization immediately, and lets a member leave', async () => {
    const { page, lab } = await openLab()
    const jonas = await joins(page, 'Jonas Ortmann')
    const aylin = await joins(page, 'Aylin Kaya')

    await page.getByRole('button', { name: 'More for Jonas Ortmann' }).click()
    await page.getByRole('menuitem', { name: 'Remove from organization…' }).click()
    await page.getByRole('button', { name: 'Remove member' }).click()
    await page.getByText('Jonas Ortmann removed').waitFor()
    await memberRow(page, 'Jonas Ortmann').waitFor({ state: 'detached' })
    await jonas.goto('/settings/organization')
    await jonas.getByText('You’re not in an organization').waitFor()

    await aylin.goto('/settings/organization')
    await aylin.getByRole('button', { name: 'Leave…' }).click()
    await aylin.getByRole('button', { name: 'Leave organization' }).click()
    await aylin.getByText(`You left ${lab}`).waitFor()
    await aylin.getByText('You’re not in an organization').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Members 1', exact: true }).waitFor()
    allowConsoleErrors(/status of 40[134]/)
  })

  it('refuses to leave as the only owner, and says so', { tags: 'long' }, async () => {
    const { page } = await openLab()
    await joins(page, 'Jonas Ortmann')

    await page.getByRole('button', { name: 'Leave…' }).click()
    await page.getByRole('button', { name: 'Leave organization' }).click()

    await page.getByRole('alert').getByText('only owner').waitFor()
    allowConsoleErrors(/status of 400/)
  })

  it('groups members into teams', async () => {
    const { page } = await openLab()
    await joins(page, 'Jonas Ortmann')

    await page.getByRole('button', { name: 'New team' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Gauges')
    await page.keyboard.press('Enter')
    await section(page, 'Teams').getByRole('button', { name: 'Gauges' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Jonas Ortmann' }).click()
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Jonas Ortmann', checked: true }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await memberRow(page, 'Jonas Ortmann').getByText('Gauges').waitFor()
    await section(page, 'Teams').getByRole('button', { name: 'Gauges' }).click()
    await page.getByRole('button', { name: 'Delete team…' }).click()
    await page.getByRole('button', { name: 'Delete team', exact: true }).click()

    await page.getByText('Gauges deleted').waitFor()
    await section(page, 'Teams').getByRole('button', { name: 'Gauges' }).waitFor({ state: 'detached' })
  })

  it('adds a role with the keyboard, which a member can then have', async () => {
    const { page } = await openLab()
    const jonas = await joins(page, 'Jonas Ortmann')

    await page.getByRole('button', { name: 'New role' }).press('Enter')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor()
    await page.keyboard.type('Recruiter')
    await page.getByRole('checkbox', { name: 'Invite people' }).press('Space')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create role' }).press('Enter')
    await section(page, 'Roles').getByText('invite people').waitFor()
    await chooses(page, 'Role of Jonas Ortmann', 'Recruiter')
    await page.getByText('Jonas Ortmann is now a recruiter').waitFor()

    await jonas.goto('/settings/organization')
    await jonas.getByRole('button', { name: 'Invite people' }).click()
    await jonas.getByRole('dialog').getByRole('combobox', { name: 'Role' }).click()
    await expect.poll(() => jonas.getByRole('option').allTextContents()).toEqual(['Member', 'Recruiter'])
  })

  it('requires two-factor authentication, which members then turn on', async () => {
    const { page } = await openLab()
    const jonas = await joins(page, 'Jonas Ortmann')
    const choice = page.getByRole('switch', { name: 'Require two-factor authentication' })
    await page.getByRole('link', { name: 'Turn on two-factor authentication' }).waitFor()
    expect(await choice.isDisabled()).toBe(true)
    await enrolls(page)
    await page.reload()
    await choice.and(page.locator(':enabled')).press('Space')
    await page.getByText(ORGANIZATION_TEXTS.twoFactor.required).waitFor()
    await expectAccessible(page)

    await jonas.goto('/jobs')
    await jonas.getByText('requires two-factor authentication. Turn it on in your settings').waitFor()
    await jonas.getByRole('link', { name: 'Turn it on' }).waitFor()
    await expectAccessible(jonas)
    await enrolls(jonas)
    await jonas.reload()

    await jonas.getByText('Start a job').first().waitFor()
    expect(await jonas.getByRole('link', { name: 'Turn it on' }).count()).toBe(0)
    // A request may be under way when the session is replaced.
    allowConsoleErrors(/status of 40[13]/)
  })

  it('fits on a phone', { tags: 'long' }, async () => {
    const { page } = await openLab({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await expectAccessible(page)
  })
})

/** Turns two-factor authentication on over HTTP. */
async function enrolls(page: Page): Promise<void> {
  const { totpURI } = await callApi<{ totpURI: string }>(page, '/two-factor/enable', { password: PASSWORD })
  await callApi(page, '/two-factor/verify-totp', { code: codeOf(totpURI) })
}
