/** Media types with special treatment in the product. */
export const MEDIA = {
  json: 'application/json',
  problem: 'application/problem+json',
  siren: 'application/vnd.siren+json',
  plotly: 'application/vnd.plotly.v1+json',
  workflowDefinition: 'application/vnd.pinexq.workflow.definition+json',
  workflowReport: 'application/vnd.pinexq.workflow.report+json',
  parquet: 'application/vnd.apache.parquet',
  arrow: 'application/vnd.apache.arrow.file',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  jsonLines: 'application/jsonl',
  notebook: 'application/x-ipynb+json',
  markdown: 'text/markdown',
  geojson: 'application/geo+json',
  text: 'text/plain',
  html: 'text/html',
  xml: 'application/xml',
  zip: 'application/zip',
  tar: 'application/x-tar',
  gzip: 'application/gzip',
  pdf: 'application/pdf',
  svg: 'image/svg+xml',
  postscript: 'application/postscript',
  png: 'image/png',
  jpeg: 'image/jpeg',
  bmp: 'image/bmp',
  webp: 'image/webp',
  tiff: 'image/tiff',
  sqlite: 'application/vnd.sqlite3',
  hdf5: 'application/x-hdf5',
  netcdf: 'application/x-netcdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
  xlsb: 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  binary: 'application/octet-stream',
} as const

/** The syntax of a lowercase media type without parameters. */
export const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/

/** Source code and configuration files have their own types, because steps for tables accept `text/plain`. */
const BY_EXTENSION: Record<string, string> = {
  json: MEDIA.json,
  geojson: MEDIA.geojson,
  csv: MEDIA.csv,
  tsv: MEDIA.tsv,
  tab: MEDIA.tsv,
  txt: MEDIA.text,
  log: MEDIA.text,
  md: MEDIA.markdown,
  markdown: MEDIA.markdown,
  sql: 'text/x-sql',
  py: 'text/x-python',
  yaml: 'text/x-yaml',
  yml: 'text/x-yaml',
  toml: 'text/x-toml',
  jsonl: MEDIA.text,
  ndjson: MEDIA.text,
  m: 'text/x-matlab',
  eml: 'message/rfc822',
  rtf: 'application/rtf',
  ps: MEDIA.postscript,
  eps: MEDIA.postscript,
  ini: 'text/x-ini',
  cfg: 'text/x-ini',
  conf: 'text/x-ini',
  r: 'text/x-r',
  tex: 'text/x-tex',
  rst: 'text/x-rst',
  sh: 'text/x-shellscript',
  parquet: MEDIA.parquet,
  pq: MEDIA.parquet,
  arrow: MEDIA.arrow,
  arrows: MEDIA.arrow,
  feather: MEDIA.arrow,
  ipynb: MEDIA.notebook,
  html: MEDIA.html,
  htm: MEDIA.html,
  xml: MEDIA.xml,
  zip: MEDIA.zip,
  tar: MEDIA.tar,
  pdf: MEDIA.pdf,
  svg: MEDIA.svg,
  png: MEDIA.png,
  jpg: MEDIA.jpeg,
  jpeg: MEDIA.jpeg,
  bmp: MEDIA.bmp,
  webp: MEDIA.webp,
  gif: 'image/gif',
  avif: 'image/avif',
  tif: MEDIA.tiff,
  tiff: MEDIA.tiff,
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  sqlite: MEDIA.sqlite,
  sqlite3: MEDIA.sqlite,
  gpkg: MEDIA.sqlite,
  h5: MEDIA.hdf5,
  hdf5: MEDIA.hdf5,
  nc: MEDIA.netcdf,
  xlsx: MEDIA.xlsx,
  xls: MEDIA.xls,
  xlsm: MEDIA.xlsm,
  xlsb: MEDIA.xlsb,
  ods: MEDIA.ods,
}

/**
 * Returns the media type for a file name, such as `text/csv` for `readings.csv`, or `undefined` if the extension is
 * unknown or missing. `x.plotly.json` is Plotly JSON, and `x.workflow.json` is a workflow.
 */
export function mediaTypeOfName(name: string): string | undefined {
  const lower = name.toLowerCase()
  if (lower.endsWith('.plotly.json')) return MEDIA.plotly
  if (lower.endsWith('.workflow.json')) return MEDIA.workflowDefinition
  const dot = lower.lastIndexOf('.')
  return dot < 0 ? undefined : BY_EXTENSION[lower.slice(dot + 1)]
}

export const WORKBOOKS: readonly string[] = [MEDIA.xlsx, MEDIA.xls, MEDIA.xlsm, MEDIA.xlsb, MEDIA.ods]

/** Workbooks whose first rows can be read without reading the rest of the file. */
export const STREAMED_WORKBOOKS: readonly string[] = [MEDIA.xlsx, MEDIA.xlsm]

const BINARY_TABLES: readonly string[] = [MEDIA.parquet, MEDIA.arrow, MEDIA.sqlite, ...WORKBOOKS]

const TABLES: readonly string[] = [MEDIA.csv, MEDIA.tsv, MEDIA.jsonLines, ...BINARY_TABLES]

/** Whether files of this type are always tables, regardless of their content. */
export function isTable(mediaType: string): boolean {
  return TABLES.includes(mediaType)
}

/** Whether the file is a table that cannot be read as text. */
export function isBinaryTable(mediaType: string): boolean {
  return BINARY_TABLES.includes(mediaType)
}

/**
 * Whether the file may contain records: JSON, GeoJSON (features become rows), or JSON Lines with the type `text/plain`.
 * Only the content tells whether the file is a table.
 */
export function mayHoldRecords(mediaType: string, name: string): boolean {
  const isJson = mediaType === MEDIA.json || mediaType === MEDIA.geojson
  return isJson || (mediaType === MEDIA.text && /\.(jsonl|ndjson)$/i.test(name))
}

/**
 * Whether the file is text that may be a table, such as the output of an instrument. Only the content tells whether the
 * file is a table.
 */
export function mayBeDelimited(mediaType: string, name: string): boolean {
  return mediaType === MEDIA.text && /\.(txt|dat|asc|prn|lvm|cnv|lev\d\d)$/i.test(name)
}

/** Whether the content of the file decides if it is a table. */
export function mayHoldTable(mediaType: string, name: string): boolean {
  return mayHoldRecords(mediaType, name) || mayBeDelimited(mediaType, name)
}

/** Whether a file may contain a table that previews show and steps read. */
export function canBeTable({ MediaType, Name }: { MediaType: string; Name: string }): boolean {
  const type = contentType(MediaType, Name)
  return isTable(type) || mayHoldTable(type, Name)
}

/** The viewers of previews. The media type of a file determines its viewer. `bytes` is for all other types. */
export type PreviewKind =
  | 'table'
  | 'plotly'
  | 'map'
  | 'notebook'
  | 'json'
  | 'markdown'
  | 'html'
  | 'pdf'
  | 'text'
  | 'picture'
  | 'image'
  | 'audio'
  | 'video'
  | 'archive'
  | 'hierarchy'
  | 'bytes'

const BY_TYPE: Record<string, PreviewKind> = {
  [MEDIA.plotly]: 'plotly',
  [MEDIA.geojson]: 'map',
  [MEDIA.notebook]: 'notebook',
  [MEDIA.json]: 'json',
  [MEDIA.markdown]: 'markdown',
  [MEDIA.html]: 'html',
  [MEDIA.xml]: 'text',
  [MEDIA.postscript]: 'text',
  'application/rtf': 'text',
  'message/rfc822': 'text',
  'application/javascript': 'text',
  'application/sql': 'text',
  'application/toml': 'text',
  'application/x-sh': 'text',
  'application/x-tex': 'text',
  'application/x-yaml': 'text',
  'application/yaml': 'text',
  [MEDIA.pdf]: 'pdf',
  // Browsers cannot show TIFF, so the server converts it.
  [MEDIA.tiff]: 'picture',
  [MEDIA.zip]: 'archive',
  [MEDIA.tar]: 'archive',
  'application/java-archive': 'archive',
  [MEDIA.hdf5]: 'hierarchy',
  [MEDIA.netcdf]: 'hierarchy',
}

const BY_FAMILY: readonly [pattern: RegExp, kind: PreviewKind][] = [
  [/\+json$/, 'json'],
  [/^image\//, 'image'],
  [/^audio\//, 'audio'],
  [/^video\//, 'video'],
  [/^text\/|\+xml$/, 'text'],
  // Word documents and presentations are ZIP archives internally.
  [/\+zip$|^application\/vnd\.openxmlformats-officedocument\./, 'archive'],
]

/** Returns the viewer for files of this type, or `bytes` if there is none. */
export function previewKind(mediaType: string): PreviewKind {
  if (isTable(mediaType)) return 'table'
  return BY_TYPE[mediaType] ?? BY_FAMILY.find(([pattern]) => pattern.test(mediaType))?.[1] ?? 'bytes'
}

/** Types whose gzip-compressed files are shown like uncompressed files. */
const SHOWN_GZIPPED: readonly string[] = [...TABLES, MEDIA.json, MEDIA.svg]
/** If the content of a gzip file has one of these viewers, the beginning of the content is shown as text. */
const TEXT_KINDS: readonly PreviewKind[] = ['text', 'json', 'notebook', 'map', 'markdown', 'html', 'plotly']

/**
 * Returns the type of the content of a gzip file, based on the file's name: `readings.csv.gz` is a table,
 * `settings.json.gz` JSON, `run.log.gz` text, `raw.tar.gz` an archive, and `map.svgz` a drawing. Undefined for other
 * files, and if the type of the content is unknown.
 */
export function gzippedType(mediaType: string, name: string): string | undefined {
  if (mediaType !== MEDIA.gzip) return undefined
  if (/\.(jsonl|ndjson)\.gz$/i.test(name)) return MEDIA.jsonLines
  if (/\.(tar\.gz|tgz)$/i.test(name)) return MEDIA.tar
  if (/\.svgz$/i.test(name)) return MEDIA.svg
  const inner = mediaTypeOfName(name.replace(/\.gz$/i, '')) ?? ''
  if (SHOWN_GZIPPED.includes(inner)) return inner
  return TEXT_KINDS.includes(previewKind(inner)) ? MEDIA.text : undefined
}

/** Returns the type that decides how a file is shown. For a gzip file, that is the type of its content. */
export function contentType(mediaType: string, name: string): string {
  return gzippedType(mediaType, name) ?? mediaType
}

/**
 * Whether work data of a media type fits a slot. A slot declares one or more types or families, separated by commas. A
 * family is, for example, `text/*` or `application/*+json`. An empty slot type accepts anything.
 */
export function fitsSlot(mediaType: string, slotMediaType: string | null | undefined): boolean {
  const accepted = acceptedBy(slotMediaType)
  return accepted === undefined || accepted.types.includes(mediaType) || accepted.families.some(includes(mediaType))
}

/**
 * Parses a slot's media type into complete types and families. A family is a pair of prefix and suffix. Undefined if
 * the slot accepts anything.
 */
export function acceptedBy(slotMediaType: string | null | undefined) {
  const parts = (slotMediaType ?? '').split(',').map((part) => part.trim().toLowerCase())
  if (parts.some((part) => part === '' || part === '*/*' || part === MEDIA.binary)) return undefined
  const families = parts.flatMap((part) => {
    const [, start = '', end = ''] = FAMILY.exec(part) ?? []
    return start ? [{ start, end }] : []
  })
  return { types: parts.filter((part) => !FAMILY.test(part)), families }
}

const FAMILY = /^([^*]+\/)\*(\+[^*]+)?$/

function includes(mediaType: string): (family: { start: string; end: string }) => boolean {
  return ({ start, end }) => mediaType.startsWith(start) && mediaType.endsWith(end)
}
