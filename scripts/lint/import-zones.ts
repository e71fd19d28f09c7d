/*
 * The tables of permitted imports for the lint rule `millrace/import-zones`, which also checks type-only and dynamic
 * imports. ARCHITECTURE.md describes the same rules in prose.
 */

/** Workspaces that each workspace may import. Other folders (e2e, conformance …) may import packages but no apps. */
const WORKSPACES: Record<string, string[]> = {
  'packages/contracts': [],
  'packages/siren': ['packages/contracts'],
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

/**
 * Other folders that may import apps. Benchmarks measure the server's statements without HTTP and the worker's steps
 * without a server. Fault tests list the server's failpoints.
 */
const MEASURES: Record<string, string[]> = { 'apps/server': ['bench', 'chaos'], 'apps/worker': ['bench'] }

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

/** What a server file may import from its own feature, by role. A file without a role suffix has the role `part`. */
const OWN_FEATURE: Record<Role, Role[]> = {
  routes: ['routes', 'body', 'siren', 'service', 'part', 'rules'],
  body: ['body', 'part', 'rules'],
  siren: ['siren', 'service', 'part', 'rules', 'store'],
  service: ['service', 'part', 'store', 'rules'],
  part: ['service', 'part', 'store', 'rules'],
  store: ['store', 'part', 'rules'],
  rules: ['rules', 'part'],
}

/**
 * What a server file may import from other features, by role. Documents may embed other documents. All other roles use
 * services or rules.
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
 * The roles that handle HTTP. Other roles must not import Hono, Node's own HTTP, `http/`, routes outside features, or
 * the files at the top level that handle HTTP.
 */
const HTTP_ROLES: Role[] = ['routes', 'body', 'siren']
const HTTP_PACKAGES = /^(hono|@hono)(\/|$)|^node:http(s|2)?$/
const HTTP_FILES = /^apps\/server\/src\/(accounts|app-env|app|main)\.ts$/
const SQL_PACKAGE = /^drizzle-orm(\/|$)/

/** The layers of the web app, lowest first. */
const WEB_LAYERS = ['lib', 'components', 'features', 'routes']

/**
 * The web app's features by level. A feature may use the queries of features at the same or a lower level. Steps, work
 * data and jobs have the same level, because each of them shows the other two.
 */
const WEB_FEATURES = [
  ['account', 'organizations', 'previews'],
  ['processing-steps', 'work-data', 'jobs'],
  ['start-job', 'sweeps', 'uploads', 'workflows', 'executions'],
  ['activity', 'admin', 'api-keys', 'dashboard', 'groups', 'settings'],
  ['shell'],
]

/** Returns why a file of the repository must not import a file or package. Undefined if the import is allowed. */
export function importFault(from: string, to: string): string | undefined {
  if (isTest(from)) return undefined
  return workspaceFault(from, to) ?? testHelperFault(from, to) ?? serverFault(from, to) ?? webFault(from, to)
}

function workspaceFault(from: string, to: string): string | undefined {
  const [mine, other] = [workspaceOf(from), workspaceOf(to)]
  if (other === undefined || mine === other) return undefined
  if (MEASURES[other]?.includes(from.split('/', 1)[0] ?? '')) return undefined
  if (other.startsWith('apps/')) return `Apps must not be imported: ${to}.`
  const may = mine === undefined ? undefined : WORKSPACES[mine]
  if (may === undefined || may.includes(other)) return undefined
  return `${mine} may import ${may.length === 0 ? 'no workspace package' : may.join(', ')}, not ${other}.`
}

function testHelperFault(from: string, to: string): string | undefined {
  if (!isTestHelper(to) || isTestHelper(from) || workspaceOf(from) === undefined) return undefined
  return `${to} is for tests only.`
}

function serverFault(from: string, to: string): string | undefined {
  const [mine, other] = [placeOf(from, 'apps/server/src'), placeOf(to, 'apps/server/src')]
  if (!mine) return undefined
  if (mine.folder !== 'features') return folderFault(mine, other)
  if (!HTTP_ROLES.includes(mine.role) && handlesHttp(to, other)) {
    return `Only ${HTTP_ROLES.map((role) => `*.${role}.ts`).join(', ')} may import HTTP code; this file imports ${to}.`
  }
  if (mine.role !== 'store' && SQL_PACKAGE.test(to)) return `Only *.store.ts may build SQL; this file imports ${to}.`
  if (other?.folder !== 'features') return undefined
  if (mine.feature === other.feature) {
    if (OWN_FEATURE[mine.role].includes(other.role)) return undefined
    return `A ${mine.role} file must not import a ${other.role} file: routes → service → store → db.`
  }
  if (!OTHER_FEATURE[mine.role].includes(other.role)) {
    return `Use the service or the rules of ${other.feature}, not ${to}.`
  }
  if (SERVER_FEATURES.indexOf(other.feature) < SERVER_FEATURES.indexOf(mine.feature)) return undefined
  return `${mine.feature} comes before ${other.feature} in the order of features and must not use it.`
}

function handlesHttp(to: string, place: Place | undefined): boolean {
  if (HTTP_PACKAGES.test(to) || HTTP_FILES.test(to)) return true
  return place?.folder === 'http' || (place?.role === 'routes' && place.folder !== 'features')
}

/**
 * Returns a fault if a folder next to `features/`, other than `testing/`, imports a feature. The files at the top
 * level, which assemble the app, may import features, too.
 */
function folderFault(mine: Place, other: Place | undefined): string | undefined {
  if (mine.folder === '' || mine.folder === 'testing' || other?.folder !== 'features') return undefined
  return `${mine.folder}/ must not import features.`
}

function webFault(from: string, to: string): string | undefined {
  const [mine, other] = [placeOf(from, 'apps/web/src'), placeOf(to, 'apps/web/src')]
  if (!mine || !other) return undefined
  const [low, high] = [WEB_LAYERS.indexOf(mine.folder), WEB_LAYERS.indexOf(other.folder)]
  if (low >= 0 && high > low) return `${mine.folder}/ must not import ${other.folder}/.`
  if (mine.folder !== 'features' || other.folder !== 'features' || mine.feature === other.feature) return undefined
  if (!/\.queries\.ts$/.test(to)) return `Use the queries of ${other.feature}, not ${to}.`
  if (webLevel(other.feature) <= webLevel(mine.feature)) return undefined
  return `${mine.feature} comes before ${other.feature} in the levels of features and must not use it.`
}

/** Returns the level of a feature. Features that are not listed are above all others. */
function webLevel(feature: string): number {
  const level = WEB_FEATURES.findIndex((features) => features.includes(feature))
  return level < 0 ? WEB_FEATURES.length : level
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
  const role = (/\.(routes|body|siren|service|store|rules)\.ts$/.exec(file)?.[1] ?? 'part') as Role
  return { folder, feature, role }
}

function isTest(file: string): boolean {
  return /\.(test|e2e)\.tsx?$/.test(file)
}

function isTestHelper(file: string): boolean {
  return /\/testing(\/|[-.])/.test(file)
}
