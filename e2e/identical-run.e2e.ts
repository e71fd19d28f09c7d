import { expect, it } from 'vitest'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { openJob, startQuery } from './start-query.ts'

it('offers the result of an identical run before the job is started again', async () => {
  const page = await asNewUser()
  await uploadAs(page, 'cochem.csv')
  await openJob(page, await startQuery(page, 'select count(*) as n from input', 'Count'))
  await page.getByRole('status').getByText('Completed').waitFor()

  await page.keyboard.press('r')
  const panel = page.getByRole('dialog')
  await panel.getByText(/An identical job completed/).waitFor()
  await expectAccessible(page)
  await panel.getByRole('textbox', { name: 'Query' }).fill('select count(*) as m from input')
  await panel.getByText(/An identical job completed/).waitFor({ state: 'detached' })
  await panel.getByRole('textbox', { name: 'Query' }).fill('select count(*) as n from input')
  await panel.getByRole('link', { name: 'Open result' }).click()

  await page.getByRole('heading', { level: 1, name: 'Count' }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/jobs\//)
})
