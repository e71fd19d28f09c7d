import type { TestProject } from 'vitest/node'
import { signUp } from './api-client.ts'
import { startProduct } from './product.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the product that all journeys share answers. Each journey signs up people of its own. */
    productUrl: string
    /** Its data directory, where mails lie that it cannot send. */
    productData: string
  }
}

/**
 * One product for all journeys; those that stop or break it start their own. It believes what this computer says of whom
 * it asks for, so that each journey comes from an address of its own: sign-ups from one address are limited. Such a visit
 * makes no first administrator, so that account is made here.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })
  await signUp(product.url, 'First Administrator')
  project.provide('productUrl', product.url)
  project.provide('productData', product.dataDirectory)
  return async () => {
    await product.stop()
    product.remove()
  }
}
