import { onNode24 } from './lib/node24.mjs'

// Runs on any Node from 20 on, so nothing newer may be imported before this line.
if (await onNode24(import.meta.url)) {
  const { launch } = await import('./lib/launch.mjs')
  await launch()
}
