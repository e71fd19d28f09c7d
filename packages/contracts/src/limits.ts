/** Limits of size, count and time that client and server share. */
export const LIMITS = {
  pageSizeDefault: 20,
  pageSizeMax: 500,
  urlsInFilter: 50,
  slotTypeInFilter: 2000,
  unpagedMax: 1000,
  /** The resources with a tag are counted up to this number. A larger count is reported as this number plus one. */
  tagCountMax: 99,
  /** The rows of a list are counted up to this number. A larger count is reported as this number plus one. */
  countMax: 10_000,
  /** If a list has more than `countMax` jobs, the jobs in each state are counted only up to this number. */
  stateCountMax: 1_000,
  jobRunsMax: 100,
  jobsAheadMax: 1_000,
  /** Maximum number of rows that a page may skip by offset. The link `next` has no such limit. */
  pageOffsetMax: 10_000,
  jobNameMax: 512,
  trialDays: 7,
  accountNameMax: 200,
  /** The longest email address that a mail server accepts (RFC 5321). */
  emailMax: 254,
  passkeyNameMax: 100,
  passkeysMax: 20,
  organizationSlugMax: 48,
  /** Maximum number of organizations that one user may own. Limited because each organization has its own storage. */
  organizationsMax: 100,
  teamsMax: 200,
  customRolesMax: 100,
  fileNameMax: 255,
  tagMax: 1024,
  tagsMax: 100,
  /** Maximum length of a URL from which a file is fetched. */
  urlMax: 2000,
  sameNamesMax: 500,
  /** A new resumable upload is refused if its owner has this many other storage reservations. */
  partialUploadsMax: 500,
  /** Lists show no picture of a workflow with more nodes than this. */
  pictureNodesMax: 300,
  archiveFilesMax: 10_000,
  archiveBytesMax: 1_000_000_000_000,
  /** Maximum number of files in one archive of an export of all data. */
  exportFilesMax: 100_000,
  commentMax: 10_000,
  jsonBodyBytes: 1_000_000,
  jsonDepthMax: 64,
  /** Maximum size of a workflow definition, enough for ten thousand nodes. */
  definitionBytesMax: 5_000_000,
  uploadTimeoutMs: 600_000,
  slotItemsMax: 1000,
  sweepCellsMax: 500,
  manifestBytes: 256_000,
  /**
   * Maximum size of a job's parameters or a step's default parameters as JSON. `parameterValuesMax` limits the number
   * of values at all depths.
   */
  parametersBytes: 256_000,
  parameterValuesMax: 20_000,
  logBytesPerJob: 64_000_000,
  /** Size of the first part of each log. This part is stored even if the owner's storage is full. */
  logBytesAlways: 64_000,
  /** Maximum size of a returned value. Larger results should be written to an output file. */
  resultBytes: 1_000_000,
  logLineMax: 8_000,
  previewRowsMax: 500,
  queryTablesMax: 12,
  /** Tables up to this size are read completely before their preview shows the first page. */
  previewWholeBytes: 16_000_000,
  /** Time limit for reading all rows of a large table. While the reading makes progress, a longer limit applies. */
  previewReadMs: 180_000,
  /** Number of columns in each block of a wide table. Previews read one block at a time. */
  previewBlockColumns: 500,
  previewTextBytes: 1_000_000,
  /** Number of children per page in the tree of a large JSON file. */
  previewJsonValues: 100,
  /** Cells longer than this are truncated in previews and end with `…`. */
  previewCellCharacters: 1_000,
  /** Plotly figures larger than this are not drawn. Their preview shows the JSON as a tree. */
  previewFigureBytes: 20_000_000,
  attemptsMax: 3,
  /** Time limit of an attempt if the step does not set its own. */
  jobSecondsDefault: 3600,
  jobSecondsMax: 604_800,
  leaseMs: 30_000,
  heartbeatMs: 3_000,
  claimWaitMsMax: 25_000,
  /** A worker counts as connected until this long after its last request. */
  workerConnectedMs: 120_000,
  claimMax: 25,
} as const

/** Limits of a parameter schema that a worker or a user registers. */
export const SCHEMA_LIMITS = {
  bytes: 64_000,
  /**
   * Maximum number of keywords that restrict values, in all parts of the schema. Titles, descriptions and defaults
   * don't count.
   */
  keywords: 500,
  branches: 200,
  enumValues: 1_000,
  depth: 32,
} as const

/** The syntax of an organization's slug: lowercase letters and digits, separated by single hyphens. */
export const ORGANIZATION_SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Limits of each plan. `null` means unlimited. */
export const PLANS = {
  free: { storageBytes: 100_000_000_000, fileBytes: 10 * 2 ** 30, runningJobs: 4, jobSeconds: 6 * 3600 },
  enterprise: { storageBytes: null, fileBytes: null, runningJobs: null, jobSeconds: null },
} as const satisfies Record<
  string,
  { storageBytes: number | null; fileBytes: number | null; runningJobs: number | null; jobSeconds: number | null }
>

export type Plan = keyof typeof PLANS

export const PLAN_NAMES = Object.keys(PLANS) as [Plan, ...Plan[]]

/** Limits for the usage statistics in `StepUse`. */
export const STEP_USE = { days: 14, jobsMax: 1000, timedMax: 50 }
