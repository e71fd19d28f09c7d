import { existsSync } from 'node:fs'
import { Refusal, say } from './say.mjs'
import { run } from './test-step.mjs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Finds a Chromium for the browser journeys; as root on Debian it is installed when missing. */
export async function ensureChromium() {
  if (!found()) await install()
  const place = found()
  if (!place) throw new Refusal('The browser journeys need Chromium. Install it, or set CHROMIUM to its program.')
  process.env.CHROMIUM = place
}

function found() {
  return [process.env.CHROMIUM ?? '', ...PLACES].find((place) => place !== '' && existsSync(place))
}

async function install() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  say('chromium', 'install')
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], quiet)
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet)
}
