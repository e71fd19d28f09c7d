import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'

export const PASSWORD = 'still water runs deep'

export function newAddress(name = 'mara'): string {
  return `${name}.${randomUUID().slice(0, 8)}@example.org`
}

/** Fills in and submits the sign-up page. */
export async function fillSignUp(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: /^Create/ }).click()
}

/** Fills in and submits the sign-in form of a page, or of a dialog over it. */
export async function fillSignIn(page: Page, email: string | undefined, password = PASSWORD): Promise<void> {
  if (email !== undefined) await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in on the sign-in page and ends on the dashboard. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login')
  await fillSignIn(page, email, password)
  await page.waitForURL('**/dashboard')
}

/** Calls the account API from the page, as its user. */
export async function callApi<T>(page: Page, path: string, body?: object): Promise<T> {
  const send = async ([at, json]: [string, string | undefined]) => {
    const headers = { 'content-type': 'application/json' }
    const init = json === undefined ? {} : { method: 'POST', headers, body: json }
    const reply = await fetch(at, init)
    if (!reply.ok) throw new Error(`${at} answered ${reply.status}: ${await reply.text()}`)
    return reply.json() as unknown
  }
  return (await page.evaluate(send, [`/api/auth${path}`, body && JSON.stringify(body)] as [string, string])) as T
}
