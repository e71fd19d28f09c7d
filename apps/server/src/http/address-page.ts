import { html } from 'hono/html'

const ADVICE = {
  plain: 'Passwords would travel this network readable, so nobody can sign in here.',
  unknown: 'This server was not told that it may be reached by this name.',
}

/** The one page of an address at which nobody can sign in: what to set, and the way out for a network that is trusted. */
export function addressPage(fault: keyof typeof ADVICE, host: string) {
  return html`<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Set PUBLIC_URL to https</title>
  <style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 15vh auto; padding: 0 1rem } code { font-size: .95em }</style>
  <h1>Set PUBLIC_URL to https</h1>
  <p>${ADVICE[fault]}</p>
  <p>Put a proxy with a certificate in front of Millrace and start it with <code>PUBLIC_URL=https://…</code>, or open it on its own computer as <code>http://localhost</code>.</p>
  <p>Only in a network that you trust: <code>INSECURE_HTTP=1 PUBLIC_URL=http://${host.slice(0, 200)}</code> allows this address.</p>
</html>`
}
