import { onNode24 } from './lib/node24.mjs'

// The main job from the terminal: on a product of its own, or on a running one (npm run demo -- http://localhost:3000).
if (await onNode24(import.meta.url)) {
  const { demo } = await import('./lib/demo.ts')
  await demo(process.argv[2])
}
