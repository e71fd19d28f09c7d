import { existsSync } from 'node:fs'
import { findChromium, HEADLESS_SHELL } from '../../e2e/chromium.ts'
import { installPackage } from './debian.mjs'
import { Refusal } from './say.mjs'

/** Ensures that Chromium is available for the browser journeys. Installs it if run as root on Debian. */
export async function ensureChromium() {
  if (!process.env.CHROMIUM && !existsSync(HEADLESS_SHELL)) await installPackage('chromium-headless-shell')
  if (!findChromium()) await installPackage('chromium')
  if (!findChromium()) throw new Refusal('The browser journeys need Chromium. Install it, or set CHROMIUM to its path.')
}
