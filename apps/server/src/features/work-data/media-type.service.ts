import { open } from 'node:fs/promises'
import { MEDIA, MEDIA_TYPE, mediaTypeOfName } from '@millrace/contracts/media-types'
import { decode, detectShown } from '@millrace/tables/encoding'
import { fileTypeFromBuffer } from 'file-type'
import { isPlotlyFigure } from './plotly-figures.ts'

const SYNTAXES = ['json', 'xml', 'zip']

/** Container formats. Their signatures say less than a file extension. */
const WRAPPERS: readonly string[] = [MEDIA.zip, 'application/x-cfb', 'application/gzip', MEDIA.xml]

/**
 * Determines the media type. The signature decides, unless it is unknown or the signature of a container, such as ZIP
 * or XML. Otherwise, the declared type decides if it is a JSON format that Millrace knows, such as a Plotly figure.
 * Otherwise, the extension decides, then the signature of the container, then the declared type, then whether the file
 * is text. If the declared type is a more specific form of the determined type, such as `application/gml+xml`, the
 * declared type is returned. A JSON file with a Plotly figure gets the media type of figures.
 */
export async function recognize(file: string, name: string, declared: string | undefined): Promise<string> {
  const detected = await signatureOf(file)
  const signature = detected && own(detected)
  const byName = mediaTypeOfName(name)
  const claim = typeOf(declared)
  // NetCDF 4 files are HDF5 files.
  if (signature === MEDIA.hdf5 && byName === MEDIA.netcdf) return byName
  if (signature && !WRAPPERS.includes(signature)) return signature
  if (isKnownJsonFormat(claim)) return claim
  const found = byName ?? signature
  if (claim && (!found || refines(claim, found, name))) return claim
  if (found === MEDIA.json && (await isPlotlyFigure(file, (await headOf(file)).toString('latin1')))) return MEDIA.plotly
  return found ?? ((await isText(file)) ? MEDIA.text : MEDIA.binary)
}

/**
 * Whether the declared type is a more specific form of the detected type. A declared text type is more specific only if
 * the file name ends with `.txt`.
 */
function refines(claim: string, found: string, name: string): boolean {
  if (found === MEDIA.text) return /\.txt$/i.test(name) && claim.startsWith('text/')
  return SYNTAXES.some((syntax) => found.endsWith(`/${syntax}`) && claim.endsWith(`+${syntax}`))
}

/** Returns a declared type without parameters. Undefined if it is missing, invalid or too general. */
export function typeOf(declared: string | undefined): string | undefined {
  const type = declared?.split(';', 1)[0]?.trim().toLowerCase()
  return type && MEDIA_TYPE.test(type) && type !== MEDIA.binary ? type : undefined
}

function isKnownJsonFormat(type: string | undefined): type is string {
  return (
    type === MEDIA.plotly ||
    type === MEDIA.workflowDefinition ||
    type === MEDIA.workflowReport ||
    type === MEDIA.problem
  )
}

const OWN_SPELLINGS: Record<string, string> = {
  'application/eps': MEDIA.postscript,
  'application/x-sqlite3': MEDIA.sqlite,
  'audio/x-m4a': 'audio/mp4',
  'video/x-m4v': 'video/mp4',
}

function own(signature: string): string {
  return OWN_SPELLINGS[signature] ?? signature
}

const ICON = 'image/x-icon'

/** Signatures that file-type does not know. */
const SIGNATURES: readonly [bytes: string, type: string][] = [
  ['\u0089HDF\r\n\u001a\n', MEDIA.hdf5],
  ['CDF\u0001', MEDIA.netcdf],
  ['CDF\u0002', MEDIA.netcdf],
  ['CDF\u0005', MEDIA.netcdf],
]

async function signatureOf(file: string): Promise<string | undefined> {
  const head = await headOf(file)
  const start = head.toString('latin1', 0, 16)
  const known = SIGNATURES.find(([bytes]) => start.startsWith(bytes))
  const type = known?.[1] ?? (await fileTypeFromBuffer(head))?.mime
  return type === ICON && !hasIcons(head) ? undefined : type
}

/** Whether the file is an icon file. TGA images start with the same bytes, but have 0 as the number of icons. */
function hasIcons(head: Buffer): boolean {
  return head.length > 6 && head.readUInt16LE(4) > 0
}

/** Maximum share of non-ASCII bytes in Latin-1 text. A file with more of them is binary. */
const NON_ASCII_MAX = 0.3

async function isText(file: string): Promise<boolean> {
  const head = await headOf(file)
  const found = detectShown(head)
  const text = decode(head, found, { isCut: true })
  if (text === '' || /(?![\t\n\v\f\r])[\p{Cc}\ufffd]/u.test(text)) return false
  return found.encoding !== 'windows-1252' || head.filter((byte) => byte >= 0x80).length <= head.length * NON_ASCII_MAX
}

async function headOf(file: string): Promise<Buffer> {
  await using handle = await open(file, 'r')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4100), 0, 4100, 0)
  return buffer.subarray(0, bytesRead)
}
