import type { TestProject } from 'vitest/node'
import { startProduct } from './product.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the product that all journeys share answers. Each journey signs up people of its own. */
    productUrl: string
    /** The first-visit link that makes the first administrator, if one was printed. */
    setUpUrl: string
    /** Its data directory, where mails lie that it cannot send. */
    productData: string
  }
}

/** One product for all journeys; those that stop or break it start their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct()
  project.provide('productUrl', product.url)
  project.provide('productData', product.dataDirectory)
  project.provide('setUpUrl', product.lines.find((line) => line.startsWith('Set up: '))?.slice('Set up: '.length) ?? '')
  return async () => {
    await product.stop()
    product.remove()
  }
}
