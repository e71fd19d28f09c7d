import { existsSync } from 'node:fs'

/** Where Debian installs Chromium’s headless shell: the same engine without windows, which needs a third less CPU. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const PLACES = [HEADLESS_SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The program that CHROMIUM names, or the first one that is installed. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM ?? '', ...PLACES].find((place) => place !== '' && existsSync(place))
}

/** Launch options for Chromium without a screen or internet access. */
export const CHROMIUM = {
  executablePath: findChromium() ?? '/usr/bin/chromium',
  args: '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  ),
  // Without a UTF-8 locale, Chromium drops files whose names have other than ASCII characters.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
}
