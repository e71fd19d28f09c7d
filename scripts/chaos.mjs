import { onNode24 } from './lib/node24.mjs'

// npm run chaos [-- part of a stage's name]   kills the product at its named stages and checks what is left
if (await onNode24(import.meta.url)) {
  const [{ run }, { inRoot }] = await Promise.all([import('./lib/test-step.mjs'), import('./lib/paths.mjs')])
  process.exitCode = await run(process.execPath, [inRoot('chaos', 'kill-failpoints.ts'), ...process.argv.slice(2)])
}
