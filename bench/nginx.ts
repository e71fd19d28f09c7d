import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Starts Debian’s nginx (`apt-get install nginx-light`) with one worker process and sendfile. Serves the folder `root`
 * and stores its own files in `folder`.
 */
export async function startNginx(folder: string, root: string): Promise<{ url: string; stop(): void }> {
  const port = await freePort()
  const own = join(folder, 'nginx')
  mkdirSync(own)
  chmodSync(own, 0o711)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${own}/${name};`)
    .join('\n')
  writeFileSync(
    join(own, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${own}/pid; error_log ${own}/error.log;
    events { worker_connections 64; }
    http { access_log off; sendfile on; tcp_nopush on; ${paths} server { listen 127.0.0.1:${port}; root ${root}; } }`,
  )
  const child = spawn('nginx', ['-p', own, '-c', join(own, 'nginx.conf')], { stdio: 'inherit' })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(url).catch(() => undefined)) return { url, stop: () => child.kill('SIGQUIT') }
    await sleep(50)
  }
  child.kill()
  throw new Error('nginx did not start. Install it: apt-get install nginx-light')
}

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await new Promise<number>((found) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      found(typeof address === 'object' && address ? address.port : 0)
    })
  })
  await new Promise((closed) => server.close(closed))
  return port
}
