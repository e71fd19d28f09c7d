import { existsSync } from 'node:fs'
import { installPackage } from './debian.mjs'
import { Refusal } from './say.mjs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Finds Chromium for the browser journeys. Installs it if run as root on Debian. */
export async function ensureChromium() {
  if (!found()) await installPackage('chromium')
  const place = found()
  if (!place) throw new Refusal('The browser journeys need Chromium. Install it, or set CHROMIUM to its path.')
  process.env.CHROMIUM = place
}

function found() {
  return [process.env.CHROMIUM ?? '', ...PLACES].find((place) => place !== '' && existsSync(place))
}
