import { writeFile } from 'node:fs/promises'
import { riverGaugesCsv } from './river-gauges.ts'

/** Writes the sample file that the server offers. Run: `node apps/worker/src/sample/write-river-gauges.ts`. */
await writeFile(new URL('../../../server/src/assets/river_gauges_sample.csv', import.meta.url), riverGaugesCsv())
