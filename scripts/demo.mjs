import { onNode24 } from './lib/node24.mjs'
import { giveUp, Refusal, surviveClosedOutput } from './lib/say.mjs'

// The main job from the terminal: on a product of its own, or on a running one (npm run demo -- http://localhost:3000).
if (await onNode24(import.meta.url)) {
  const { demo } = await import('./lib/demo.ts')
  const address = process.argv[2]
  surviveClosedOutput()
  await demo(address).catch((error) => {
    giveUp(
      error.message === 'fetch failed' ? new Refusal(`Nothing answers at ${address}. Is Millrace running?`) : error,
    )
  })
}
