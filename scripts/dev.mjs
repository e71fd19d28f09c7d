import { onNode24 } from './lib/node24.mjs'

// Runs the product from source. Server and worker restart when a file changes, and the web app hot-reloads.
if (await onNode24(import.meta.url)) {
  const { develop } = await import('./lib/develop.mjs')
  await develop()
}
