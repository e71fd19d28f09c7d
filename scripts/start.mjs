import { onNode24 } from './lib/node24.mjs'

// Must run on Node 20, so nothing newer may be imported before this line.
if (await onNode24(import.meta.url)) {
  const { launch } = await import('./lib/launch.mjs')
  await launch()
}
