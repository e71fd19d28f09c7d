import { onNode24 } from './lib/node24.mjs'

// npm run chaos                    kills the product at every named stage and checks what is left
// npm run chaos -- <part of name>  only at these stages
// npm run chaos -- random [seed] [kills]
if (await onNode24(import.meta.url)) {
  const [{ run }, { inRoot }] = await Promise.all([import('./lib/test-step.mjs'), import('./lib/paths.mjs')])
  const [first, ...rest] = process.argv.slice(2)
  const [file, args] = first === 'random' ? ['kill-at-random.ts', rest] : ['kill-failpoints.ts', first ? [first] : []]
  process.exitCode = await run(process.execPath, [inRoot('chaos', file), ...args])
}
