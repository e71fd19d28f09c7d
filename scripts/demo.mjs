import { onNode24 } from './lib/node24.mjs'
import { giveUp, Refusal, surviveClosedOutput } from './lib/say.mjs'

// Runs a job from upload to result in the terminal, on a temporary installation or on the given running one:
// npm run demo -- http://localhost:3000
if (await onNode24(import.meta.url)) {
  const { demo } = await import('./lib/demo.ts')
  const address = process.argv[2]
  surviveClosedOutput()
  await demo(address).catch((error) => {
    giveUp(error.message === 'fetch failed' ? new Refusal(`No response from ${address}. Is Millrace running?`) : error)
  })
}
