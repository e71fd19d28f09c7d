import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const NGINX = '/usr/sbin/nginx'
const EXAMPLE = fileURLToPath(new URL('../docs/nginx.conf', import.meta.url))

export const hasNginx = existsSync(NGINX)

export interface Ports {
  http: number
  https: number
  product: number
}

/** Runs nginx on loopback with `docs/nginx.conf`, its own certificate and these ports. Returns a stop function. */
export async function startNginx(ports: Ports): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-nginx-'))
  certify(folder)
  writeFileSync(join(folder, 'site.conf'), siteConf(folder, ports))
  writeFileSync(join(folder, 'nginx.conf'), MAIN)
  const nginx = spawn(NGINX, ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'inherit' })
  const ended = once(nginx, 'close')
  await Promise.race([answering(`http://localhost:${ports.http}`), ended.then(() => failed(folder))])
  return async () => {
    nginx.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

const MAIN = `
daemon off;
pid nginx.pid;
worker_processes 1;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  include site.conf;
}`

/** Returns the example configuration with the ports and the certificate of a test. */
function siteConf(folder: string, { http, https, product }: Ports): string {
  const changes: [RegExp, string][] = [
    [/^ *listen \[::\].*\n/gm, ''],
    [/listen 80;/, `listen 127.0.0.1:${http};`],
    [/listen 443 /, `listen 127.0.0.1:${https} `],
    [/server_name .*;/g, 'server_name localhost;'],
    [/https:\/\/\$host\$/, `https://$host:${https}$$`],
    [/\/etc\/letsencrypt\/.*\/fullchain\.pem/, join(folder, 'certificate.pem')],
    [/\/etc\/letsencrypt\/.*\/privkey\.pem/, join(folder, 'key.pem')],
    [/127\.0\.0\.1:3000/, `127.0.0.1:${product}`],
  ]
  return changes.reduce(
    (text, [pattern, by]) => {
      const changed = text.replace(pattern, by)
      if (changed === text) throw new Error(`docs/nginx.conf has no ${pattern}`)
      return changed
    },
    readFileSync(EXAMPLE, 'utf8'),
  )
}

function certify(folder: string): void {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  execFileSync('openssl', ['req', '-x509', '-days', '1', ...key, ...subject, ...files], { stdio: 'ignore' })
}

async function answering(url: string): Promise<void> {
  while (!(await fetch(url, { redirect: 'manual' }).catch(() => undefined))) await sleep(50)
}

function failed(folder: string): never {
  throw new Error(`nginx ended: ${readFileSync(join(folder, 'error.log'), 'utf8')}`)
}
