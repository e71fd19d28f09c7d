import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { importFault } from './import-zones.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Resolves an import specifier to a path from the repository’s root. Names of external packages stay unchanged. */
function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier)
  const workspace = /^(?:apps|packages)\/[^/]+/.exec(from)?.[0]
  if (specifier.startsWith('#')) return `${workspace}/src/${specifier.slice(1)}`
  const [, name, rest = 'index'] = /^@millrace\/([^/]+)(?:\/(.*))?$/.exec(specifier) ?? []
  if (name === undefined) return specifier
  return `${existsSync(path.join(ROOT, 'packages', name)) ? 'packages' : 'apps'}/${name}/src/${rest}.ts`
}

interface Specifier {
  value?: unknown
  literal?: Specifier
  /** The text of a template literal without expressions. */
  quasis?: { value: { cooked: string } }[]
}

interface ImportNode {
  source?: Specifier | null
  argument?: Specifier
  moduleReference?: { expression?: Specifier }
}

interface Context {
  filename: string
  report(fault: { node: ImportNode; message: string }): void
}

const importZones = {
  meta: { docs: { description: 'Checks imports against the tables in import-zones.ts.' } },
  create(context: Context) {
    const from = path.relative(ROOT, context.filename).split(path.sep).join('/')
    const check = (node: ImportNode) => {
      const named = node.source ?? node.argument?.literal ?? node.argument ?? node.moduleReference?.expression
      const specifier = named?.value ?? named?.quasis?.[0]?.value.cooked
      if (typeof specifier !== 'string') return
      const message = importFault(from, targetOf(from, specifier))
      if (message) context.report({ node, message })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportEqualsDeclaration: check,
      TSImportType: check,
    }
  },
}

export default { meta: { name: 'millrace' }, rules: { 'import-zones': importZones } }
