import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newDataDirectory, type Product, startProduct } from '../e2e/product.ts'

export type Victim = 'server' | 'database' | 'worker' | 'launcher'

/** One data directory that survives many crashes of the product. */
export class Site {
  readonly dataDirectory = newDataDirectory()
  kills = 0
  #port = 0
  readonly #begun = Promise.withResolvers<Product>()
  #product: Product | undefined
  #worker: ChildProcess | undefined
  readonly #settings: Record<string, string>

  constructor(settings: Record<string, string> = {}) {
    this.#settings = settings
  }

  /** Starts the product, which recovers from the last crash, and a worker with the slow step. */
  async start(failpoints = ''): Promise<string> {
    const env = { NODE_ENV: 'test', ...this.#settings, ...(failpoints && { FAILPOINTS: failpoints }) }
    const options = { dataDirectory: this.dataDirectory, port: this.#port, env }
    this.#product = await startProduct(options, (begun) => this.#begun.resolve(begun))
    this.#port = Number(new URL(this.#product.url).port)
    this.#startWorker(this.#product.url)
    return this.#product.url
  }

  /** Resolves when the product has printed a matching line, even while it is still starting. */
  async waits(pattern: RegExp): Promise<void> {
    await (await this.#begun.promise).printed(pattern)
  }

  /** Resolves when the server was killed by its own failpoint. */
  async crashed(): Promise<void> {
    await this.product.printed(/^server +ended .*SIGKILL/)
    this.kills += 1
  }

  /** Sends SIGKILL to one process. The launcher restarts its parts; `start` restarts the launcher and our worker. */
  async kill(victim: Victim): Promise<void> {
    if (victim === 'launcher') await this.#killLauncher()
    else if (victim === 'worker') await this.#killWorker()
    else process.kill(this.#pidOf(victim), 'SIGKILL')
    this.kills += 1
  }

  /** Waits until the product responds again. */
  async open(): Promise<void> {
    while (
      !(await fetch(`${this.product.url}/health/ready`).then(
        (reply) => reply.ok,
        () => false,
      ))
    )
      await sleep(50)
  }

  async stop(): Promise<void> {
    await this.#endWorker('SIGTERM')
    await this.product.stop()
  }

  remove(): void {
    this.product.remove()
  }

  get product(): Product {
    if (!this.#product) throw new Error('The product was not started.')
    return this.#product
  }

  async #killLauncher(): Promise<void> {
    this.product.launcher.kill('SIGKILL')
    await this.product.ended
    await this.#endWorker('SIGTERM')
  }

  async #killWorker(): Promise<void> {
    await this.#endWorker('SIGKILL')
    this.#startWorker(this.product.url)
  }

  async #endWorker(signal: NodeJS.Signals): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    if (!worker || worker.exitCode !== null || worker.signalCode !== null) return
    worker.kill(signal)
    await once(worker, 'exit')
  }

  #startWorker(url: string): void {
    const key = readFileSync(join(this.dataDirectory, 'worker.key'), 'utf8').trim()
    this.#worker = spawn(process.execPath, [new URL('./slow-worker.ts', import.meta.url).pathname], {
      env: { PATH: process.env.PATH, MILLRACE_URL: url, MILLRACE_API_KEY: key },
      stdio: 'ignore',
    })
  }

  #pidOf(victim: 'server' | 'database'): number {
    const file = join(this.dataDirectory, victim === 'server' ? 'launcher.lock' : 'postgres/postmaster.pid')
    if (!existsSync(file)) throw new Error(`Nothing to kill: ${victim} is not running.`)
    const text = readFileSync(file, 'utf8')
    return victim === 'server' ? JSON.parse(text).parts.server.pid : Number(text.split('\n')[0])
  }
}
