import { randomUUID } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { allowConsoleErrors, asNewUser, expectAccessible } from './browser.ts'
import { openFile, uploadAs } from './files.ts'
import { outboxMail } from './mail.ts'
import { callApi } from './people.ts'

/** Two users of a new organization, which is active for both. */
async function twoMembers() {
  const tag = randomUUID().slice(0, 8)
  const [mara, ben] = await Promise.all([
    asNewUser({ name: `Mara Lindqvist ${tag}` }),
    asNewUser({ name: `Ben Achterberg ${tag}` }),
  ])
  await callApi(mara, '/organization/create', { name: `Rhine Lab ${tag}`, slug: randomUUID() })
  const { user } = await callApi<{ user: { email: string } }>(ben, '/get-session')
  const { id } = await callApi<{ id: string }>(mara, '/organization/invite-member', {
    email: user.email,
    role: 'member',
  })
  await callApi(ben, '/organization/accept-invitation', { invitationId: id })
  await callApi(ben, '/organization/set-active', { organizationId: null })
  return { mara, ben, tag, email: user.email }
}

it('mentions a member, who opens the discussion from the email and answers live', async () => {
  const { mara, ben, tag, email } = await twoMembers()
  await uploadAs(mara, 'cochem.csv')
  await openFile(mara, 'cochem.csv')
  await mara.getByText('No comments yet.').waitFor()

  const field = mara.getByRole('textbox', { name: 'New comment', exact: true })
  await field.pressSequentially('Row 17 looks wrong, @ben')
  const option = mara.getByRole('option', { name: `Ben Achterberg ${tag}`, exact: true })
  await option.waitFor()
  await expectAccessible(mara)
  await field.press('Enter')
  await expect.poll(() => field.inputValue()).toBe(`Row 17 looks wrong, @Ben Achterberg ${tag} `)
  await field.pressSequentially('see https://example.org/gauge')
  await field.press('Control+Enter')
  const written = mara.getByRole('article', { name: `Comment by Mara Lindqvist ${tag}`, exact: true })
  await written.getByRole('link', { name: 'https://example.org/gauge', exact: true }).waitFor()
  await expect.poll(() => field.inputValue()).toBe('')

  const { text } = await outboxMail(inject('productData'), email, 'mentioned you in a comment')
  expect(text).toContain('Row 17 looks wrong')
  const { pathname, hash } = new URL(/\S+\/workdata\/explorer\/\S+/.exec(text)?.[0] ?? '')
  allowConsoleErrors(/status of 404/)
  await ben.goto(pathname + hash)
  await ben.getByRole('button', { name: new RegExp(`Rhine Lab ${tag}.*switch workspace`) }).waitFor()
  await ben.getByRole('article', { name: `Comment by Mara Lindqvist ${tag}`, exact: true }).waitFor()

  await ben.getByRole('textbox', { name: 'New comment', exact: true }).fill('Fixed.')
  await ben.getByRole('button', { name: 'Comment', exact: true }).click()
  const answer = mara.getByRole('article', { name: `Comment by Ben Achterberg ${tag}`, exact: true })
  await answer.getByText('Fixed.', { exact: true }).waitFor()
  await answer.getByRole('button', { name: 'Delete', exact: true }).waitFor()
  await expectAccessible(ben)
})

it('keeps an unsent comment when the page is reloaded or left', async () => {
  const page = await asNewUser()
  await uploadAs(page, 'cochem.csv')
  await openFile(page, 'cochem.csv')
  const field = page.getByRole('textbox', { name: 'New comment', exact: true })
  await field.fill('Row 17 looks wrong')

  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('Row 17 looks wrong')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await openFile(page, 'cochem.csv')
  await expect.poll(() => field.inputValue()).toBe('Row 17 looks wrong')

  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('article').getByText('Row 17 looks wrong', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('article').getByText('Row 17 looks wrong', { exact: true }).waitFor()
  expect(await field.inputValue()).toBe('')
})

it('edits and deletes a comment on a job, whose tab counts the comments', async () => {
  const page = await asNewUser()
  await page.request.post('/api/JobsRoot/RunSample', { headers: { origin: new URL(page.url()).origin } })
  await page.goto('/jobs')
  await page
    .getByRole('link', { name: /clean the readings/ })
    .first()
    .click()
  await page.getByRole('tab', { name: 'Discussion', exact: true }).click()
  await page.getByText('No comments yet.').waitFor()
  const field = page.getByRole('textbox', { name: 'New comment', exact: true })
  await field.fill('A first thought')
  await field.press('Control+Enter')
  await page.getByRole('tab', { name: /^Discussion ?1$/ }).waitFor()

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const editor = page.getByRole('textbox', { name: 'Edit comment', exact: true })
  await editor.fill('A second thought')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('A second thought', { exact: true }).waitFor()
  await page.getByText('edited', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete comment', exact: true }).click()
  await page.getByText('No comments yet.').waitFor()
  await page.getByRole('tab', { name: 'Discussion', exact: true }).waitFor()
})
