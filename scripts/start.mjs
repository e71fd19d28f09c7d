import { onNode24 } from './lib/node24.mjs'

// This script must also run on Node 20, so only this check is imported statically.
if (await onNode24(import.meta.url)) {
  const { launch } = await import('./lib/launch.mjs')
  await launch()
}
