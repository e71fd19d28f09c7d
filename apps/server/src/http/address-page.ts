import { html } from 'hono/html'

const ADVICE = {
  plain:
    'This connection is not encrypted, so passwords could be read on the network. Sign-in is disabled at this address.',
  unknown: 'This host name is not configured for this server.',
}

/** Returns the page for addresses where sign-in is disabled. The page says which settings enable sign-in. */
export function addressPage(fault: keyof typeof ADVICE, host: string) {
  return html`<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Set PUBLIC_URL to https</title>
  <style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 15vh auto; padding: 0 1rem } code { font-size: .95em }</style>
  <h1>Set PUBLIC_URL to https</h1>
  <p>${ADVICE[fault]}</p>
  <p>Run Millrace behind a TLS proxy and start it with <code>PUBLIC_URL=https://…</code>, or open it on its own computer as <code>http://localhost</code>.</p>
  <p>Only on a network that you trust: <code>INSECURE_HTTP=1 PUBLIC_URL=http://${host.slice(0, 200)}</code> allows this address.</p>
</html>`
}
