import { KEY_ACCESS, type KeyAccess } from '@millrace/contracts/api-keys'

/** Actions that only read data, although they use POST. */
const READS =
  /\/(CreateQuery|CreateAdminQuery|CreateArchive|CreateTagsQuery|ChartRows|CompareTables|DescribeColumn|QueryTables|ReadEntry|ReadJson|ReadNode|ReadPage|ReadRows|FindIdentical|FindSameNames|PreviewContinuation)$/

const RUNS = [
  /^\/api\/Job\/(CreateJob|CreateSubJob|RapidSetup)$/,
  /^\/api\/Job\/[^/]+\/(SelectProcessing|ConfigureProcessing|StartProcessing|CancelProcessing|Rename|EditTags)$/,
  /^\/api\/Job\/[^/]+\/InputDataSlot\/[^/]+\/(Clear|SelectWorkData|SelectWorkDataCollection)$/,
  /^\/api\/WorkData\/UploadWorkData$/,
  /^\/api\/WorkDataRoot\/(AddVersion|UploadFromUrl)$/,
  /^\/api\/JobsRoot\/AddSampleData$/,
  /^\/api\/WorkData\/[^/]+\/(Rename|EditTags|EditComment|EditMediaType)$/,
  /^\/api\/(Job|WorkData)\/[^/]+\/AddComment$/,
]

/** Actions that may run any step. A key that is limited to some steps cannot use these actions. */
const RUNS_ANY_STEP = [
  /^\/api\/Job\/StartSweep$/,
  /^\/api\/Job\/[^/]+\/Execution\/(Continue|Verify)$/,
  /^\/api\/JobsRoot\/RunSample$/,
  /^\/api\/ProcessingStep\/[^/]+\/RunExample$/,
]

const UPLOAD = /^\/api\/Uploads(\/[^/]+)?$/

interface LimitedKey {
  access?: KeyAccess
  /** Names of the steps that the key may run. If empty or absent, the key may run all steps. */
  steps?: readonly string[]
}

/**
 * Returns why a request with an API key is refused, or undefined if it is allowed. Unlisted actions require `manage`.
 */
export function keyRefusal(
  { access = 'manage', steps = [] }: LimitedKey,
  method: string,
  path: string,
): string | undefined {
  const runsAnyStep = RUNS_ANY_STEP.some((pattern) => pattern.test(path))
  if (steps.length > 0 && runsAnyStep) return `This API key can run only ${steps.join(', ')}.`
  const needed = neededAccess(method, path, runsAnyStep)
  if (KEY_ACCESS.indexOf(needed) <= KEY_ACCESS.indexOf(access)) return undefined
  return access === 'read' ? 'This API key can only read.' : 'This API key can only read, upload data and run jobs.'
}

function neededAccess(method: string, path: string, runsAnyStep: boolean): KeyAccess {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return 'read'
  if (UPLOAD.test(path)) return 'run'
  if (method !== 'POST') return 'manage'
  if (READS.test(path)) return 'read'
  return runsAnyStep || RUNS.some((pattern) => pattern.test(path)) ? 'run' : 'manage'
}

export function mayRunStep({ steps = [] }: LimitedKey, functionName: string): boolean {
  return steps.length === 0 || steps.includes(functionName)
}
