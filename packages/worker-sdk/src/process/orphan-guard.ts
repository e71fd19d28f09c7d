import { spawn } from 'node:child_process'

/** Kills the steps' processes when this process ends, even if it is killed by a signal that it cannot handle. */
export interface OrphanGuard {
  watch(pid: number): void
  forget(pid: number): void
  close(): void
}

/*
 * A shell that reads the ids of live process groups and kills these groups when its standard input closes, which
 * happens no matter how this process ends. The shell has its own process group, so it survives if our group is killed.
 */
const SCRIPT = `
live=' '
while read -r op pid; do
  case $op in
    +) live="$live$pid " ;;
    -) live="\${live%% $pid *} \${live#* $pid }" ;;
  esac
done
for pid in $live; do kill -s KILL -- "-$pid"; done
`

/** Starts the guard. On Windows, there is no guard, so a step's process exits only when its IPC channel closes. */
export function guardOrphans(): OrphanGuard {
  if (process.platform === 'win32') return { watch() {}, forget() {}, close() {} }
  const shell = spawn('/bin/sh', ['-c', SCRIPT], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: {},
  })
  shell.on('error', () => {})
  shell.stdin.on('error', () => {})
  shell.unref()
  return {
    watch: (pid) => void shell.stdin.write(`+ ${pid}\n`),
    forget: (pid) => void shell.stdin.write(`- ${pid}\n`),
    close: () => void shell.stdin.end(),
  }
}
