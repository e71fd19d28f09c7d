import { randomUUID } from 'node:crypto'
import { it } from 'vitest'
import { allowConsoleErrors, asNewUser, expectAccessible } from './browser.ts'
import { openFile, uploadAs } from './files.ts'
import { callApi } from './people.ts'

it('copies a file to an organization, and opens the copy there', async () => {
  const page = await asNewUser({ name: 'Mara Lindqvist' })
  const lab = `Rhine Lab ${randomUUID().slice(0, 8)}`
  await callApi(page, '/organization/create', { name: lab, slug: randomUUID() })
  await callApi(page, '/organization/set-active', { organizationId: null })
  await uploadAs(page, 'cochem.csv')
  await openFile(page, 'cochem.csv')

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy to an organization…' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Organization' }).getByText(lab).waitFor()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByText(`Copied to ${lab}`).waitFor()
  await page.getByRole('button', { name: 'Open copy' }).click()

  await page.getByRole('button', { name: new RegExp(`${lab}.*switch workspace`) }).waitFor()
  await page.getByRole('heading', { name: 'cochem.csv' }).waitFor()
})

it('copies the setup of a job to an organization, where it can be started', async () => {
  const page = await asNewUser({ name: 'Mara Lindqvist' })
  const lab = `Mosel Lab ${randomUUID().slice(0, 8)}`
  await callApi(page, '/organization/create', { name: lab, slug: randomUUID() })
  await callApi(page, '/organization/set-active', { organizationId: null })
  await page.request.post('/api/JobsRoot/RunSample', { headers: { origin: new URL(page.url()).origin } })
  await page.goto('/jobs')
  await page
    .getByRole('link', { name: /clean the readings/ })
    .first()
    .click()
  await page.getByText('Completed').first().waitFor()

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy to an organization…' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Organization' }).getByText(lab).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByText(`Copied to ${lab}`).waitFor()
  await page.getByRole('button', { name: 'Open copy' }).click()

  await page.getByRole('button', { name: new RegExp(`${lab}.*switch workspace`) }).waitFor()
  await page.getByText('Ready to start').first().waitFor()
  // Requests of the original's page may arrive after the switch, when the original is no longer in scope.
  allowConsoleErrors(/404 \(Not Found\) .*\/(LogLines|Preview)/)
})
