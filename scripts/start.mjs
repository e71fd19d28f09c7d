import { onNode24 } from './lib/node24.mjs'

const USAGE = `Usage: npm start

Installs what is missing, builds Millrace and runs it until Ctrl-C. Settings are environment variables:
  PORT           where the server listens (3000)
  MILLRACE_DATA  the folder of the database, files, keys and logs (./data)
All others are listed in docs/operating.md. For example: PORT=3001 MILLRACE_DATA=/srv/millrace npm start
`

// This script must also run on Node 20, so only the version check is imported statically.
const [word] = process.argv.slice(2)
if (word === '--help' || word === '-h') process.stdout.write(USAGE)
else if (word !== undefined) {
  process.stderr.write(`Unknown argument: ${word}\n\n${USAGE}`)
  process.exitCode = 2
} else if (await onNode24(import.meta.url)) {
  const { launch } = await import('./lib/launch.mjs')
  await launch()
}
