import { onNode24 } from './lib/node24.mjs'

// npm run bench -- <id>   runs bench/<id>….ts and records its figures in bench/RESULTS.md
if (await onNode24(import.meta.url)) {
  const { bench } = await import('./lib/run-bench.mjs')
  const [id = '', ...options] = process.argv.slice(2)
  await bench(id, options)
}
