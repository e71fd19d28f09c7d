/** Sizes, counts and times that client and server share. Bytes are decimal unless the name says otherwise. */
export const LIMITS = {
  pageSizeDefault: 20,
  pageSizeMax: 500,
  /** How many URLs one filter may name. */
  urlsInFilter: 50,
  /** How long the type of a slot in a filter may be. */
  slotTypeInFilter: 2000,
  unpagedMax: 1000,
  /** Used tags count their resources up to this limit. A larger count is reported as the limit plus one. */
  tagCountMax: 99,
  /** Lists count up to this limit. A larger count is reported as the limit plus one and shown as “10,000+”. */
  countMax: 10_000,
  /** The limit for each state in a list with too many rows to count. */
  stateCountMax: 1_000,
  /** The runs of one job that are listed and counted. */
  jobRunsMax: 100,
  /** The place of a queued job in line is counted up to this limit. */
  jobsAheadMax: 1_000,
  /** The number of rows that a page may skip by offset. The link `next` has no such limit. */
  pageOffsetMax: 10_000,
  jobNameMax: 512,
  /** How long a hidden job that only tried its step is kept. */
  trialDays: 7,
  accountNameMax: 200,
  /** The longest address that a mail server accepts (RFC 5321). */
  emailMax: 254,
  passkeyNameMax: 100,
  passkeysMax: 20,
  organizationSlugMax: 48,
  /** Organizations with the same user as an owner, since each has its own storage. */
  organizationsMax: 100,
  /** Teams and custom roles of one organization. */
  teamsMax: 200,
  customRolesMax: 100,
  fileNameMax: 255,
  tagMax: 1024,
  tagsMax: 100,
  /** Characters of a URL from which a file is fetched. */
  urlMax: 2000,
  sameNamesMax: 500,
  /** Uploads in parts of one owner that are not complete. */
  partialUploadsMax: 500,
  /** Nodes of a workflow of which a list draws a picture. */
  pictureNodesMax: 300,
  /** Files in one archive of work data. */
  archiveFilesMax: 10_000,
  /** The size of these files together. */
  archiveBytesMax: 1_000_000_000_000,
  /** Files in one archive of an export of all data. */
  exportFilesMax: 100_000,
  commentMax: 10_000,
  jsonBodyBytes: 1_000_000,
  jsonDepthMax: 64,
  /** The size of a workflow definition. Ten thousand nodes need less. */
  definitionBytesMax: 5_000_000,
  uploadTimeoutMs: 600_000,
  slotItemsMax: 1000,
  /** Jobs that one request starts as a sweep. */
  sweepCellsMax: 500,
  manifestBytes: 256_000,
  /** Parameters of a job, defaults of a step: the size as JSON, and the number of values at all depths. */
  parametersBytes: 256_000,
  parameterValuesMax: 20_000,
  logBytesPerJob: 64_000_000,
  /** The first part of each log is kept even if the owner's storage is full. */
  logBytesAlways: 64_000,
  /** Larger results belong into an output file. */
  resultBytes: 1_000_000,
  logLineMax: 8_000,
  previewRowsMax: 500,
  /** Previews read tables up to this size completely before they show the first page. */
  previewWholeBytes: 16_000_000,
  /** The most time for reading all rows of a large table. */
  previewReadMs: 180_000,
  /** Previews read wide tables in blocks of this many columns. */
  previewBlockColumns: 500,
  previewTextBytes: 1_000_000,
  /** Values of an object or list that are shown together in the tree of a large JSON file. */
  previewJsonValues: 100,
  /** Previews cut longer cells and end them with `…`. */
  previewCellCharacters: 1_000,
  /** Larger Plotly figures are not previewed, only downloaded. */
  previewFigureBytes: 20_000_000,
  attemptsMax: 3,
  /** How long an attempt of a job may run if its step does not set a time limit. */
  jobSecondsDefault: 3600,
  jobSecondsMax: 604_800,
  leaseMs: 30_000,
  heartbeatMs: 3_000,
  claimWaitMsMax: 25_000,
  /** A worker counts as connected for this long after it last contacted the server. */
  workerConnectedMs: 120_000,
  claimMax: 25,
} as const

/** The size of a parameter schema, which a worker or a user registers. */
export const SCHEMA_LIMITS = {
  bytes: 64_000,
  /** Keywords that restrict values, in all parts of the schema. Titles, descriptions and defaults don't count. */
  keywords: 500,
  branches: 200,
  enumValues: 1_000,
  depth: 32,
} as const

/** An organization's slug: lowercase letters and digits, separated by single hyphens. */
export const ORGANIZATION_SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** What each plan allows. `null` means unlimited. */
export const PLANS = {
  free: { storageBytes: 100_000_000_000, fileBytes: 10 * 2 ** 30, runningJobs: 4, jobSeconds: 6 * 3600 },
  enterprise: { storageBytes: null, fileBytes: null, runningJobs: null, jobSeconds: null },
} as const satisfies Record<
  string,
  { storageBytes: number | null; fileBytes: number | null; runningJobs: number | null; jobSeconds: number | null }
>

export type Plan = keyof typeof PLANS

export const PLAN_NAMES = Object.keys(PLANS) as [Plan, ...Plan[]]

/** Limits of the figures in `StepUse`. */
export const STEP_USE = { days: 14, jobsMax: 1000, timedMax: 50 }
