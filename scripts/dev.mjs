import { onNode24 } from './lib/node24.mjs'

// The product from its sources: server and worker start again when a file changes, the web app reloads by itself.
if (await onNode24(import.meta.url)) {
  const { develop } = await import('./lib/develop.mjs')
  await develop()
}
