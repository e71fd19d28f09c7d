import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { importFault } from './import-zones.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Resolves an import specifier, without its query, to a path from the repository’s root. Names of external packages
 * stay unchanged, and paths into `node_modules/` become names.
 */
function targetOf(from: string, specifier: string): string {
  const [, inModules] = /node_modules\/(.+)/.exec(specifier) ?? []
  if (inModules !== undefined) return targetOf(from, inModules)
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*/, ''))
  const workspace = /^(?:apps|packages)\/[^/]+/.exec(from)?.[0]
  if (specifier.startsWith('#')) return path.posix.join(`${workspace}/src`, specifier.slice(1).replace(/\?.*/, ''))
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
  type: string
  importKind?: 'type' | 'value'
  exportKind?: 'type' | 'value'
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
      const isTypeOnly = node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type'
      const message = importFault(from, targetOf(from, specifier), isTypeOnly)
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
