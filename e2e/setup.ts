import type { TestProject } from 'vitest/node'
import { signUp } from './api-client.ts'
import { startProduct } from './product.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the product that all journeys share. Each journey signs up its own users. */
    productUrl: string
    /** The shared product's data directory, which contains the outbox for email. */
    productData: string
    /** The credentials of the shared product's first administrator. */
    administrator: { email: string; password: string }
  }
}

/**
 * Starts one product for all journeys except those that stop or break it. Sign-ups are limited per client address, so
 * each journey sends its own address in a header, which the product trusts in local requests. Requests with such a
 * header cannot create the first administrator, so that account is created here.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })
  const { email, password } = await signUp(product.url, 'First Administrator')
  project.provide('administrator', { email, password })
  project.provide('productUrl', product.url)
  project.provide('productData', product.dataDirectory)
  return async () => {
    await product.stop()
    product.remove()
  }
}
