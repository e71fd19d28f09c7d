import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** A comparable program. It is installed outside of the repository. */
export interface Peer {
  name: string
  /** Starts the program on a port, with all its data in `folder`. */
  start(folder: string, port: number): ChildProcess
  path: string
}

const CACHE = join(homedir(), '.cache', 'millrace-bench')

/** Returns the peers, after installing them on first use. */
export function installPeers(): Peer[] {
  return [nodeRed(), prefect()]
}

function nodeRed(): Peer {
  const folder = join(CACHE, 'node-red')
  const program = join(folder, 'node_modules', 'node-red', 'red.js')
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{}')
    install('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', 'node-red@5.0.7'], folder)
  }
  return {
    name: 'Node-RED 5.0.7 (files, no database)',
    path: '/',
    start: (data, port) => quiet(process.execPath, [program, '--userDir', data, '--port', String(port)]),
  }
}

function prefect(): Peer {
  const folder = join(CACHE, 'prefect')
  const program = join(folder, 'bin', 'prefect')
  if (!existsSync(program)) {
    mkdirSync(CACHE, { recursive: true })
    install('python3', ['-m', 'venv', folder], CACHE)
    install(join(folder, 'bin', 'pip'), ['install', '--quiet', 'prefect==3.8.8', 'fastapi==0.150.0'], CACHE)
  }
  return {
    name: 'Prefect 3.8.8 (SQLite)',
    path: '/api/health',
    start: (data, port) =>
      quiet(program, ['server', 'start', '--host', '127.0.0.1', '--port', String(port)], {
        PREFECT_HOME: data,
        PREFECT_SERVER_ANALYTICS_ENABLED: 'false',
      }),
  }
}

function install(command: string, args: string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed (${status}).`)
}

function quiet(command: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(command, args, { stdio: 'ignore', detached: true, env: { ...process.env, ...env } })
}
