import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newDataDirectory, type Product, startProduct } from '../e2e/product.ts'

/**
 * The processes that can be killed. `step` is the process in which the worker of the slow step runs a job. `builtin
 * worker` is the worker that the launcher starts.
 */
export const VICTIMS = ['server', 'database', 'worker', 'quick worker', 'step', 'builtin worker', 'launcher'] as const
export type Victim = (typeof VICTIMS)[number]

/** The test's own workers, named after the step that each one runs. */
export const WORKERS = ['slow', 'quick'] as const
export type OwnWorker = (typeof WORKERS)[number]

/** The product on a data directory that survives many crashes. */
export class Installation {
  readonly dataDirectory = newDataDirectory()
  kills = 0
  /** When a process was last killed, as a value of `performance.now()`. */
  lastKill = 0
  #port = 0
  readonly #begun = Promise.withResolvers<Product>()
  #product: Product | undefined
  readonly #workers = new Map<OwnWorker, ChildProcess>()
  readonly #settings: Record<string, string>

  constructor(settings: Record<string, string> = {}) {
    this.#settings = settings
  }

  /**
   * Starts the product and the given workers of the test. The product recovers from the last crash. Returns the
   * product's URL.
   */
  async start(failpoints = '', workers: readonly OwnWorker[] = WORKERS): Promise<string> {
    const env = { NODE_ENV: 'test', ...this.#settings, ...(failpoints && { FAILPOINTS: failpoints }) }
    const options = { dataDirectory: this.dataDirectory, port: this.#port, env }
    this.#product = await startProduct(options, (begun) => this.#begun.resolve(begun))
    this.#port = Number(new URL(this.#product.url).port)
    for (const worker of workers) this.#startWorker(worker)
    return this.#product.url
  }

  /** Resolves when the product has printed a matching line. May be called while the product is still starting. */
  async waits(pattern: RegExp): Promise<void> {
    await (await this.#begun.promise).printed(pattern)
  }

  /** Resolves when a failpoint has killed the server, and counts the kill. */
  async crashed(): Promise<void> {
    await this.product.printed(/^server +ended .*SIGKILL/)
    this.kills += 1
  }

  /**
   * Kills a process with SIGKILL. The launcher restarts the parts of the product. `start` restarts the launcher and the
   * test's own workers.
   */
  async kill(victim: Victim): Promise<void> {
    if (victim === 'launcher') await this.#killLauncher()
    else if (victim === 'worker') await this.#killWorker('slow')
    else if (victim === 'quick worker') await this.#killWorker('quick')
    else while (!this.#killPart(victim)) await sleep(100)
    this.kills += 1
    this.lastKill = performance.now()
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
    await this.#endWorkers('SIGTERM')
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
    await this.#endWorkers('SIGTERM')
  }

  async #killWorker(name: OwnWorker): Promise<void> {
    await this.#endWorker(name, 'SIGKILL')
    this.#startWorker(name)
  }

  async #endWorkers(signal: NodeJS.Signals): Promise<void> {
    for (const name of WORKERS) await this.#endWorker(name, signal)
  }

  async #endWorker(name: OwnWorker, signal: NodeJS.Signals): Promise<void> {
    const worker = this.#workers.get(name)
    this.#workers.delete(name)
    if (!worker || worker.exitCode !== null || worker.signalCode !== null) return
    worker.kill(signal)
    await once(worker, 'exit')
  }

  #startWorker(name: OwnWorker): void {
    const key = readFileSync(join(this.dataDirectory, 'worker.key'), 'utf8').trim()
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const worker = spawn(process.execPath, [new URL(`./${name}-worker.ts`, import.meta.url).pathname], {
      env: { PATH, NODE_COMPILE_CACHE, MILLRACE_URL: this.product.url, MILLRACE_API_KEY: key },
      stdio: 'ignore',
    })
    this.#workers.set(name, worker)
  }

  #pidOf(victim: 'server' | 'database' | 'builtin worker'): number {
    const file = join(this.dataDirectory, victim === 'database' ? 'postgres/postmaster.pid' : 'launcher.lock')
    if (!existsSync(file)) throw new Error(`Nothing to kill: ${victim} is not running.`)
    const text = readFileSync(file, 'utf8')
    if (victim === 'database') return Number(text.split('\n')[0])
    const { parts } = JSON.parse(text)
    return (victim === 'server' ? parts.server : parts.worker).pid
  }

  /** Returns the pid of a process in which the slow step runs a job. Undefined until the first job starts. */
  #pidOfStep(): number | undefined {
    const pid = this.#workers.get('slow')?.pid
    const children = pid ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8') : ''
    return Number(children.split(' ')[0]) || undefined
  }

  /** Kills a part. Returns false if the part is not running. */
  #killPart(victim: 'server' | 'database' | 'step' | 'builtin worker'): boolean {
    const pid = victim === 'step' ? this.#pidOfStep() : this.#pidOf(victim)
    try {
      return pid !== undefined && process.kill(pid, 'SIGKILL')
    } catch {
      return false
    }
  }
}
