import { spawn } from 'node:child_process'

/** Ends the steps' processes when this process dies by a signal that cannot be caught. */
export interface OrphanGuard {
  watch(pid: number): void
  forget(pid: number): void
  close(): void
}

/*
 * A shell that reads which process groups live, and kills them when its input ends, which is when this process is gone,
 * however it went. It is a group of its own, so that what ends our group does not end the guard as well.
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

/** Starts the guard. On systems without a shell a step's process only notices that its channel is closed. */
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
