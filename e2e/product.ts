import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The product as an operator runs it: with its launcher, on its own port and data directory. */
export interface Product {
  url: string
  dataDirectory: string
  launcher: ChildProcess
  /** Everything printed so far. */
  lines: string[]
  /** Resolves with the first matching line, printed before or after the call. Rejects if the product ends first. */
  printed(pattern: RegExp): Promise<string>
  /** Resolves with the launcher's exit code. */
  ended: Promise<number | null>
  /** Stops the product and waits until it has ended. The data remains. */
  stop(): Promise<number | null>
  /** Deletes the data. The product must have stopped. */
  remove(): void
}

export interface ProductOptions {
  dataDirectory?: string
  /** Settings in addition to PORT and MILLRACE_DATA. */
  env?: Record<string, string>
  port?: number
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const START = join(ROOT, 'scripts', 'start.mjs')

/** Starts the product and waits until it is ready. `begun` receives the product as soon as it is launched. */
export async function startProduct(
  options: ProductOptions = {},
  begun: (product: Product) => void = () => {},
): Promise<Product> {
  const product = spawnProduct(options)
  begun(product)
  product.url = (await product.printed(/^Millrace +open /)).split(/ +/)[2] ?? ''
  return product
}

/** Starts the launcher without waiting, for tests of its error messages. */
export function spawnProduct(options: ProductOptions = {}): Product {
  const dataDirectory = options.dataDirectory ?? newDataDirectory()
  const { PATH = '', HOME = '', TMPDIR, NODE_COMPILE_CACHE } = process.env
  const launcher = spawn(process.execPath, [START], {
    cwd: ROOT,
    env: {
      PATH,
      HOME,
      TMPDIR,
      NODE_COMPILE_CACHE,
      ...options.env,
      PORT: String(options.port ?? 0),
      MILLRACE_DATA: dataDirectory,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { lines, printed } = listen(launcher)
  const ended = once(launcher, 'close').then(([code]) => code as number | null)
  const tell = guard(launcher, dataDirectory)
  launcher.once('close', () => tell('ended'))
  return {
    url: '',
    dataDirectory,
    launcher,
    lines,
    printed,
    ended,
    stop() {
      launcher.kill('SIGTERM')
      return ended
    },
    remove() {
      rmSync(dataDirectory, { recursive: true, force: true })
      tell('removed')
    },
  }
}

/** Returns the process ids of the parts that the launcher runs, by name. */
export function partsOf({ dataDirectory }: Product): Record<string, number> {
  const lock = readFileSync(join(dataDirectory, 'launcher.lock'), 'utf8')
  const { parts } = JSON.parse(lock) as { parts: Record<string, { pid: number }> }
  return Object.fromEntries(Object.entries(parts).map(([name, { pid }]) => [name, pid]))
}

const GUARD = `
read -r pid
read -r folder
while read -r word; do
  case $word in ended) pid= ;; removed) exit ;; esac
done
[ -z "$pid" ] || kill "$pid"
while [ -n "$pid" ] && kill -0 "$pid"; do sleep 0.1; done
[ -z "$folder" ] || rm -rf "$folder"`

/** The folders that this process created, and that are therefore removed when it ends. */
const created = new Set<string>()

/**
 * Starts a shell that waits until this process dies, for whatever reason. The shell then stops the product and removes
 * the data directory if this process created it. The shell runs in a separate process group, so that Ctrl-C does not
 * stop it. The returned function tells the shell what no longer needs to be done: after `ended`, the product is not
 * stopped; after `removed`, the shell exits.
 */
function guard(launcher: ChildProcess, dataDirectory: string): (word: string) => void {
  const shell = spawn('sh', ['-c', GUARD], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  shell.stdin.on('error', () => {})
  shell.unref()
  shell.stdin.write(`${launcher.pid}\n${created.has(dataDirectory) ? dataDirectory : ''}\n`)
  return (word) => shell.stdin.write(`${word}\n`)
}

/** Creates a new folder that the database's user can enter. */
export function newDataDirectory(): string {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-e2e-'))
  chmodSync(folder, 0o711)
  created.add(folder)
  return folder
}

interface Waiting {
  pattern: RegExp
  settle(line: string): void
  fail(error: Error): void
}

function listen(launcher: ChildProcess) {
  const lines: string[] = []
  const waiting = new Set<Waiting>()
  for (const stream of [launcher.stdout, launcher.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      for (const one of waiting) {
        if (!one.pattern.test(line)) continue
        waiting.delete(one)
        one.settle(line)
      }
    })
  }
  let hasEnded = false
  const early = (pattern: RegExp) =>
    new Error(`The product exited with code ${launcher.exitCode} before it printed ${pattern}:\n${lines.join('\n')}`)
  launcher.once('close', () => {
    hasEnded = true
    for (const { pattern, fail } of waiting) fail(early(pattern))
  })
  const printed = async (pattern: RegExp) => {
    const before = lines.find((line) => pattern.test(line))
    if (before !== undefined) return before
    if (hasEnded) throw early(pattern)
    return new Promise<string>((settle, fail) => waiting.add({ pattern, settle, fail }))
  }
  return { lines, printed }
}
