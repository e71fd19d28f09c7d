import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { importFault, isProduct } from './import-zones.ts'

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
  /** The parts of a template literal between its expressions. */
  quasis?: { value: { cooked: string } }[]
}

export interface ImportNode {
  type:
    | 'ImportDeclaration'
    | 'ExportNamedDeclaration'
    | 'ExportAllDeclaration'
    | 'ImportExpression'
    | 'TSImportEqualsDeclaration'
    | 'TSImportType'
  importKind?: 'type' | 'value'
  exportKind?: 'type' | 'value'
  source?: Specifier | null
  argument?: Specifier
  moduleReference?: { expression?: Specifier }
  specifiers?: { local?: { name?: string } }[]
}

interface Context {
  filename: string
  report(fault: { node: ImportNode; message: string }): void
}

const importZones = {
  meta: { docs: { description: 'Checks imports against the tables in import-zones.ts.' } },
  create(context: Context) {
    const from = path.relative(ROOT, context.filename).split(path.sep).join('/')
    /** For each imported name, the specifier of the import. */
    const imported = new Map<string, string>()

    function checkFile(node: ImportNode, specifier: string): void {
      const isTypeOnly = node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type'
      const isExport = node.type.startsWith('Export')
      const message = importFault(from, targetOf(from, specifier), { isTypeOnly, isExport })
      if (message) context.report({ node, message })
    }

    function check(node: ImportNode): void {
      const specifier = specifierOf(node)
      if (specifier !== undefined) checkFile(node, specifier)
      else if (node.type === 'ImportExpression' && isProduct(from))
        context.report({ node, message: 'Write the specifier as one string, so that it can be checked.' })
    }

    function checkImport(node: ImportNode): void {
      const specifier = specifierOf(node)
      for (const { local } of node.specifiers ?? []) {
        if (local?.name !== undefined && specifier !== undefined) imported.set(local.name, specifier)
      }
      check(node)
    }

    function checkExport(node: ImportNode): void {
      check(node)
      if (node.source) return
      for (const { local } of node.specifiers ?? []) {
        const specifier = imported.get(local?.name ?? '')
        if (specifier !== undefined) checkFile(node, specifier)
      }
    }

    return {
      ImportDeclaration: checkImport,
      ExportNamedDeclaration: checkExport,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportEqualsDeclaration: check,
      TSImportType: check,
    }
  },
}

function specifierOf(node: ImportNode): string | undefined {
  const named = node.source ?? node.argument?.literal ?? node.argument ?? node.moduleReference?.expression
  const value = named?.value ?? (named?.quasis?.length === 1 ? named.quasis[0]?.value.cooked : undefined)
  return typeof value === 'string' ? value : undefined
}

export default { meta: { name: 'millrace' }, rules: { 'import-zones': importZones } }
