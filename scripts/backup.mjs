import { onNode24 } from './lib/node24.mjs'
import { giveUp } from './lib/say.mjs'

// npm run backup -- <folder>   copies the data of a running Millrace into a new folder
if (await onNode24(import.meta.url)) {
  const { backUp } = await import('./lib/back-up.ts')
  await backUp(process.argv[2]).catch(giveUp)
}
