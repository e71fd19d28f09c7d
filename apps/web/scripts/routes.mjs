// Writes src/routeTree.gen.ts from the files in src/routes, as the dev server and the build do on their own.
import { Generator, getConfig } from '@tanstack/router-generator'

const root = new URL('..', import.meta.url).pathname
const generator = new Generator({ config: getConfig({}, root), root })
await generator.run()
