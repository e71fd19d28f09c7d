import type { ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import { embedded } from '@millrace/siren/read'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, signUp } from './api-client.ts'
import { allowConsoleErrors, expectAccessible, openAsNewUser, openPage } from './browser.ts'
import { type Product, startProduct } from './product.ts'
import { linkCode } from './screens.ts'

/** A separate product, because its administrator withdraws a built-in step. */
let product: Product
let administrator: Person

beforeAll(async () => {
  product = await startProduct()
  administrator = await signUp(product.url)
})

afterAll(async () => {
  await product.stop()
  product.remove()
})

const open = () => openAsNewUser({ baseURL: product.url })

/** Makes the step `execute_workflow` visible to all users, or only to its owner. */
async function setVisible(action: 'MakePublic' | 'MakePrivate'): Promise<void> {
  const query = [{ AdminProcessingStepQueryParameters: { Filter: { FunctionName: 'execute_workflow' } } }]
  const found = await administrator.read<ProcessingStepProperties>(
    await administrator.post('/api/ProcessingStepQuery/CreateAdminQuery', query),
  )
  const [step] = embedded(found as never, 'item')
  await administrator.act(step as never, action)
}

describe('an unknown address', () => {
  it('shows the 404 page with a way back, also to people who are not signed in', async () => {
    const page = await open()

    await page.goto('/no/such/page')

    await page.getByRole('heading', { name: 'Oops, something went wrong.' }).waitFor()
    await page.getByText('/no/such/page').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Find what you were looking for' }).click()
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('page')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Back to dashboard' }).click()
    await page.waitForURL('**/dashboard')
    const guest = await openPage('/no/such/page', { baseURL: product.url })
    await guest.getByRole('heading', { name: 'Oops, something went wrong.' }).waitFor()
    await guest.getByRole('link', { name: 'Back to dashboard' }).click()
    await guest.waitForURL('**/login**')
  })
})

describe('the address of another kind of resource', () => {
  it('is not found, rather than shown as an execution that never starts', async () => {
    const page = await open()
    const { request } = page.context()
    const [job, file] = await Promise.all([
      request.post('/api/Job/CreateJob', { headers: { origin: product.url }, data: { Name: 'A job' } }),
      request.post('/api/WorkData/UploadWorkData', {
        headers: { origin: product.url },
        multipart: { file: { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a\n1\n') } },
      }),
    ])
    const code = (reply: typeof job) => linkCode(reply.headers().location ?? '')

    await page.goto(`/workflows/executions/${code(file)}`)
    await page.getByRole('heading', { name: 'Execution not found' }).waitFor()
    await page.goto(`/jobs/${code(file)}`)
    await page.getByRole('heading', { name: 'Job not found' }).waitFor()
    await page.goto(`/workdata/explorer/${code(job)}`)
    await page.getByRole('heading', { name: 'File not found' }).waitFor()
  })
})

describe('a page that fails', () => {
  it('shows the error page with a way back, and the error on request', async () => {
    const page = await open()
    await page.route(/\/assets\/upload-[^/]*\.js$/, (route) => route.abort())

    await page.getByRole('link', { name: 'Upload' }).first().click()

    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    await page.getByText('Get back on track.').waitFor()
    await page.getByRole('button', { name: 'Show error', exact: true }).click()
    await page.getByText('Error: This part of Millrace could not be loaded.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Hide error', exact: true }).click()
    expect(await page.getByText('Error: This part').count()).toBe(0)
    await page.getByRole('link', { name: 'Back to dashboard' }).click()
    await page.waitForURL('**/dashboard')
    allowConsoleErrors(/ERR_FAILED|could not be loaded/)
  })
})

describe('the list of executions', () => {
  it('says that no step runs workflows, until one is available again', async () => {
    await setVisible('MakePrivate')
    const page = await open()

    await page.goto('/workflows/executions')

    await page.getByText('No step execution found').waitFor()
    await expectAccessible(page)
    await setVisible('MakePublic')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No executions yet').waitFor()
    allowConsoleErrors(/No step execution found/)
  })
})
