import { isBuiltin } from 'node:module'

/*
 * The tables of permitted imports for the lint rule `millrace/import-zones`, which also checks type-only and dynamic
 * imports. ARCHITECTURE.md describes the same rules in prose.
 */

/**
 * Workspaces that each workspace may import. Other folders (e2e, conformance …) may import any package. They may import
 * apps only as `APP_IMPORTS` allows.
 */
const WORKSPACES: Record<string, string[]> = {
  'packages/contracts': [],
  'packages/siren': [],
  'packages/db': ['packages/contracts'],
  'packages/dispatch': ['packages/contracts', 'packages/db'],
  'packages/parameters': ['packages/contracts'],
  'packages/workflows': ['packages/contracts', 'packages/parameters'],
  'packages/figures': [],
  'packages/processes': [],
  'packages/storage': [],
  'packages/tables': [],
  'packages/worker-sdk': ['packages/contracts', 'packages/processes'],
  'apps/server': [
    'contracts',
    'siren',
    'db',
    'dispatch',
    'figures',
    'parameters',
    'processes',
    'storage',
    'tables',
    'workflows',
  ].map((name) => `packages/${name}`),
  'apps/worker': ['packages/worker-sdk', 'packages/tables', 'packages/figures', 'packages/parameters'],
  'apps/web': ['packages/contracts', 'packages/figures', 'packages/parameters', 'packages/siren', 'packages/workflows'],
}

/** The workspaces whose entire code also runs in browsers. They must not import Node's modules. */
const BROWSER_WORKSPACES = /^(apps\/web|packages\/(contracts|parameters|siren|workflows))\/src\//

/** Folders outside the workspaces. Apps and packages must not import them. */
const TOOLS = /^(bench|chaos|conformance|e2e|scripts)\//

/**
 * Allowed imports from apps. Benchmarks measure the server's statements without HTTP and the worker's steps without a
 * server. Fault tests list the server's failpoints. Browser tests find elements by the web app's texts, and run the
 * examples of all built-in steps.
 */
const APP_IMPORTS: [from: RegExp, to: RegExp][] = [
  [/^(bench|chaos)\//, /^apps\/server\//],
  [/^bench\//, /^apps\/worker\//],
  [/^e2e\//, /^apps\/web\/src\/(.*[/-])?texts\.ts$/],
  [/^e2e\//, /^apps\/worker\/src\/steps\.ts$/],
]

/** The server's features. A feature may use only features that are listed before it, so there are no cycles. */
const SERVER_FEATURES = [
  'grants',
  'activity',
  'newsletter',
  'owners',
  'tags',
  'comments',
  'previews',
  'processing-steps',
  'work-data',
  'jobs',
  'access-requests',
  'dashboard',
  'worker-gateway',
  'workflows',
  'sample',
  'events',
  'entry-point',
  'export',
  'admin',
  'account',
  'api-keys',
]

type Role = 'routes' | 'body' | 'siren' | 'service' | 'part' | 'store' | 'rules'

/**
 * What a server file may import from its own feature and from folders outside `features/`, by role. A file without a
 * role suffix has the role `part`.
 */
const OWN_FEATURE: Record<Role, Role[]> = {
  routes: ['routes', 'body', 'siren', 'service', 'part', 'rules'],
  body: ['body', 'part', 'rules'],
  siren: ['siren', 'service', 'part', 'rules'],
  service: ['service', 'part', 'store', 'rules'],
  part: ['service', 'part', 'store', 'rules'],
  store: ['store', 'part', 'rules'],
  rules: ['rules'],
}

/** What a server file may also import from its own feature, but only as types. */
const OWN_TYPES: Partial<Record<Role, Role[]>> = { siren: ['store'], rules: ['part'] }

/**
 * What a server file may import from other features, by role. Every role may use rules. Routes, services and parts may
 * also use services. Routes and documents (`siren`) may also use documents, because a document may embed others.
 */
const OTHER_FEATURE: Record<Role, Role[]> = {
  routes: ['service', 'rules', 'siren'],
  body: ['rules'],
  siren: ['siren', 'rules'],
  service: ['service', 'rules'],
  part: ['service', 'rules'],
  store: ['rules'],
  rules: ['rules'],
}

/**
 * The roles that handle HTTP. In features, files with these roles may import only types from the database and the
 * queue. `http/`, the auth library's plugins and options, and some files at the top level also handle HTTP. All other
 * files must not import Hono, Node's own HTTP, hypermedia documents, `http/`, routes outside features, or the files at
 * the top level that handle HTTP.
 */
const HTTP_ROLES: Role[] = ['routes', 'body', 'siren']
const HTTP_PACKAGES = /^(hono|@hono|packages\/siren)(\/|$)|^(node:)?http(s|2)?$/
const HTTP_FILES = /^apps\/server\/src\/(accounts|app-env|app|main)(\.|$)/
const DATABASE_PACKAGES = /^packages\/(db|dispatch)\//

/** What `*.rules.ts` files must not import, except as types, because rules must be pure. */
const EFFECTS =
  /^(node:)?(fs|net|child_process|worker_threads|timers)(\/|$)|^@duckdb\/|^packages\/(dispatch|processes|storage|db\/src\/(act|connect|embedded))\b/

/** The files outside features that rules may import in addition to rules. */
const PURE_FILES = /^apps\/server\/src\/(links|problem)\.ts$/

/** The files at the top level that assemble the server from its features. */
const ASSEMBLING_FILES = /^apps\/server\/src\/(accounts|app|main|maintenance)\.ts$/

/** What only stores may import. Two files are exempt, because they give the auth library its connection and tables. */
const SQL_PACKAGES = /^(drizzle-orm|pg)(\/|$)/
const TABLES = /^packages\/db\/src\/schema\//
const AUTH_DATABASE = /^apps\/server\/src\/auth\/(auth|recorded-database)\.ts$/

/** Packages that only tests and their helpers use. */
const TEST_PACKAGES = /^(vitest|@vitest|fast-check|playwright-core|axe-core)(\/|$)/

/** The layers of the web app, lowest first. The empty string stands for the files at the top level. */
const WEB_LAYERS = ['lib', 'components', 'features', 'routes', '']

/**
 * Features of the web app whose queries a feature may use. Some features use each other, because each shows the other:
 * a file shows the jobs that use it, and a job its files. A feature that is not listed may use none.
 */
const WEB_FEATURES: Record<string, string[]> = {
  account: ['organizations'],
  organizations: ['account'],
  'processing-steps': ['work-data'],
  'work-data': ['previews', 'processing-steps', 'jobs'],
  jobs: ['processing-steps', 'work-data'],
  'start-job': ['previews', 'processing-steps', 'work-data', 'jobs'],
  sweeps: ['processing-steps', 'work-data', 'jobs'],
  uploads: ['processing-steps', 'work-data'],
  workflows: ['previews', 'processing-steps', 'work-data', 'jobs', 'start-job', 'executions'],
  executions: ['processing-steps', 'work-data', 'jobs', 'workflows'],
  'api-keys': ['organizations'],
  dashboard: ['jobs'],
  groups: ['work-data', 'jobs'],
  shell: ['account', 'organizations', 'processing-steps', 'jobs', 'dashboard'],
}

interface How {
  isTypeOnly?: boolean
  /** Whether the file re-exports what it imports. */
  isExport?: boolean
}

/**
 * Returns why a file of the repository must not import a file or package. Undefined if the import is allowed. For
 * tests, only imports of apps are restricted.
 */
export function importFault(
  from: string,
  to: string,
  { isTypeOnly = false, isExport = false }: How = {},
): string | undefined {
  if (isTest(from)) return appFault(from, to)
  return (
    appFault(from, to) ??
    workspaceFault(from, to) ??
    browserFault(from, to) ??
    testHelperFault(from, to) ??
    serverFault(from, to, isTypeOnly) ??
    webFault(from, to) ??
    (isExport && !isTypeOnly ? exportFault(from, to) : undefined)
  )
}

/** Whether the file is production code of a workspace. */
export function isProduct(file: string): boolean {
  return workspaceOf(file) !== undefined && !isTest(file) && !isTestHelper(file)
}

function appFault(from: string, to: string): string | undefined {
  if (!to.startsWith('apps/') || workspaceOf(from) === workspaceOf(to)) return undefined
  if (APP_IMPORTS.some(([mine, other]) => mine.test(from) && other.test(to))) return undefined
  return `Apps must not be imported: ${to}.`
}

function workspaceFault(from: string, to: string): string | undefined {
  const [mine, other] = [workspaceOf(from), workspaceOf(to)]
  const may = mine === undefined ? undefined : WORKSPACES[mine]
  if (may === undefined) return undefined
  if (TOOLS.test(to)) return `Apps and packages must not import ${to}.`
  if (other === undefined || mine === other || may.includes(other)) return undefined
  return `${mine} may import ${may.length === 0 ? 'no workspace package' : may.join(', ')}, not ${other}.`
}

function browserFault(from: string, to: string): string | undefined {
  if (!isBuiltin(to) || !BROWSER_WORKSPACES.test(from) || isTestHelper(from)) return undefined
  return `This file also runs in browsers, which do not have ${to}.`
}

function testHelperFault(from: string, to: string): string | undefined {
  if (!isProduct(from) || !(isTestHelper(to) || isTest(to) || TEST_PACKAGES.test(to))) return undefined
  return `${to} is for tests only.`
}

function serverFault(from: string, to: string, isTypeOnly: boolean): string | undefined {
  const [mine, other] = [placeOf(from, 'apps/server/src'), placeOf(to, 'apps/server/src')]
  if (!mine || mine.folder === 'testing') return undefined
  if (handlesHttp(to, other) && !mayHandleHttp(from, mine)) {
    return `Only ${HTTP_ROLES.map((role) => `*.${role}.ts`).join(', ')} and http/ may import HTTP code; this file imports ${to}.`
  }
  if (mine.role === 'rules' && !isTypeOnly && EFFECTS.test(to))
    return `*.rules.ts must be pure; this file imports ${to}.`
  return databaseFault(from, mine, to, isTypeOnly) ?? (other && roleFault(from, mine, to, other, isTypeOnly))
}

function handlesHttp(to: string, place: Place | undefined): boolean {
  if (HTTP_PACKAGES.test(to) || HTTP_FILES.test(to)) return true
  return place?.folder === 'http' || (place?.role === 'routes' && place.folder !== 'features')
}

function mayHandleHttp(from: string, { folder, role }: Place): boolean {
  if (HTTP_ROLES.includes(role) || folder === 'http' || HTTP_FILES.test(from)) return true
  return folder === 'auth' && role === 'part'
}

function databaseFault(from: string, { folder, role }: Place, to: string, isTypeOnly: boolean): string | undefined {
  if (role === 'store' || AUTH_DATABASE.test(from)) return undefined
  if (SQL_PACKAGES.test(to)) return `Only *.store.ts may build SQL; this file imports ${to}.`
  if (isTypeOnly) return undefined
  if (TABLES.test(to)) return `Only *.store.ts may use tables; other files may only \`import type\` from ${to}.`
  if (folder !== 'features' || !HTTP_ROLES.includes(role) || !DATABASE_PACKAGES.test(to)) return undefined
  return `A ${role} file must call a service; it may only \`import type\` from ${to}.`
}

function roleFault(from: string, mine: Place, to: string, other: Place, isTypeOnly: boolean): string | undefined {
  if (ASSEMBLING_FILES.test(from)) return undefined
  const isOther = other.folder === 'features' && mine.feature !== other.feature
  if (isOther && mine.folder !== 'features') return `${from} must not import features.`
  if (isOther) return featureFault(mine, to, other)
  if (mine.folder === 'features' && other.folder === 'auth' && other.role === 'store')
    return `Use a service of auth/, not ${to}.`
  const role = mine.folder === 'http' ? 'routes' : mine.role
  if (OWN_FEATURE[role].includes(other.role)) return undefined
  if (isTypeOnly && OWN_TYPES[role]?.includes(other.role)) return undefined
  if (role === 'rules' && PURE_FILES.test(to)) return undefined
  return `A ${role} file must not import a ${other.role} file: routes → service → store → db.`
}

function featureFault(mine: Place, to: string, other: Place): string | undefined {
  if (!OTHER_FEATURE[mine.role].includes(other.role))
    return `Use the service or the rules of ${other.feature}, not ${to}.`
  const [rank, otherRank] = [SERVER_FEATURES.indexOf(mine.feature), SERVER_FEATURES.indexOf(other.feature)]
  if (otherRank >= 0 && otherRank < rank) return undefined
  return `${mine.feature} may use only features that SERVER_FEATURES lists before it, not ${other.feature}.`
}

function webFault(from: string, to: string): string | undefined {
  const [mine, other] = [placeOf(from, 'apps/web/src'), placeOf(to, 'apps/web/src')]
  if (!mine || !other) return undefined
  const [low, high] = [WEB_LAYERS.indexOf(mine.folder), WEB_LAYERS.indexOf(other.folder)]
  if (low >= 0 && high > low) return `${mine.folder}/ must not import ${to}.`
  if (mine.folder !== 'features' || other.folder !== 'features' || mine.feature === other.feature) return undefined
  if (!/\.queries(\.ts)?$/.test(to)) return `Use the queries of ${other.feature}, not ${to}.`
  if (WEB_FEATURES[mine.feature]?.includes(other.feature)) return undefined
  return `WEB_FEATURES does not list ${other.feature} for ${mine.feature}.`
}

/**
 * Returns why `from` must not re-export `to`. Undefined if it may. A re-export would let other features use a store
 * through a service, or a component through queries.
 */
function exportFault(from: string, to: string): string | undefined {
  const [mine, other] = [placeOf(from, 'apps/server/src'), placeOf(to, 'apps/server/src')]
  if (mine && other?.role === 'store' && mine.role !== 'store') return `Only *.store.ts may re-export ${to}.`
  const isQueries = /\.queries\.ts$/.test(from) && from.startsWith('apps/web/src/features/')
  if (!isQueries || !to.startsWith('apps/web/src/features/') || /\.queries(\.ts)?$/.test(to)) return undefined
  return `Queries must not re-export ${to}.`
}

interface Place {
  folder: string
  feature: string
  role: Role
}

function workspaceOf(file: string): string | undefined {
  return /^(?:apps|packages)\/[^/]+/.exec(file)?.[0]
}

function placeOf(file: string, root: string): Place | undefined {
  if (!file.startsWith(`${root}/`)) return undefined
  const [folder = '', feature = '', ...rest] = file.slice(root.length + 1).split('/')
  if (rest.length === 0 && feature === '') return { folder: '', feature: '', role: 'part' }
  const role = (/\.(routes|body|siren|service|store|rules)(\.[cm]?[jt]sx?)?$/.exec(file)?.[1] ?? 'part') as Role
  return { folder, feature, role }
}

function isTest(file: string): boolean {
  return /\.(test|e2e)\.tsx?$/.test(file)
}

function isTestHelper(file: string): boolean {
  return /\/testing([/.-]|$)/.test(file)
}
