import { readFileSync, writeFileSync } from 'node:fs'
import { missingEntries } from './lib/lock-file.mjs'
import { inRoot } from './lib/paths.mjs'

// node scripts/complete-lock.mjs   run this after `npm install` added a package with native code
const file = inRoot('package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const missing = missingEntries(lock.packages)
const packages = Object.entries({ ...lock.packages, ...missing }).sort(([one], [other]) => (one < other ? -1 : 1))
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`)
process.stdout.write(`${Object.keys(missing).length} entries added\n`)
