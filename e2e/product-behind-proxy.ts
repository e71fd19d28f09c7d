import { signUp } from './api-client.ts'
import { type CuttableProxy, startCuttableProxy } from './cuttable-proxy.ts'
import { partsOf, startProduct } from './product.ts'

/** A separate product whose connections can be stalled and cut. */
export interface ProductBehindProxy {
  /** The address of the proxy. */
  url: string
  proxy: CuttableProxy
  /** Kills the server. The launcher restarts it. */
  killServer(): void
  remove(): Promise<void>
}

/** Starts the product and its proxy, and creates the first account. */
export async function startProductBehindProxy(): Promise<ProductBehindProxy> {
  let port = 0
  const proxy = await startCuttableProxy(() => port)
  const url = `http://localhost:${proxy.port}`
  const product = await startProduct({ env: { PUBLIC_URL: url } })
  port = Number(/:(\d+),/.exec(await product.printed(/^server +ready/))?.[1])
  await signUp(url)
  return {
    url,
    proxy,
    killServer() {
      process.kill(partsOf(product).server ?? Number.NaN, 'SIGKILL')
    },
    async remove() {
      proxy.close()
      await product.stop()
      product.remove()
    },
  }
}
