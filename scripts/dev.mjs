import { onNode24 } from './lib/node24.mjs'

// The product from source: server and worker restart when a file changes, the web app hot-reloads.
if (await onNode24(import.meta.url)) {
  const { develop } = await import('./lib/develop.mjs')
  await develop()
}
