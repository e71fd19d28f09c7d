import { open } from 'node:fs/promises'
import { MEDIA, mediaTypeOfName } from '@millrace/contracts/media-types'
import { fileTypeFromBuffer } from 'file-type'

const TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/

/** The formats that may follow the `+` of a media type. */
const SYNTAXES = ['json', 'xml', 'zip']

/** Containers whose signature is less specific than the extension. */
const WRAPPERS: readonly string[] = [MEDIA.zip, 'application/x-cfb', 'application/gzip', MEDIA.xml, 'text/xml']

/**
 * Determines a file's type by its signature, else by its extension, else from the declared type. If the signature only
 * identifies a container (zip, xml), a more specific extension takes precedence. A declared type that is compatible
 * with the result and more specific, such as `application/gml+xml` for XML, takes precedence over both.
 */
export async function recognise(file: string, name: string, declared: string | undefined): Promise<string> {
  const signature = await signatureOf(file)
  const byName = mediaTypeOfName(name)
  const claim = typeOf(declared)
  if (signature && !WRAPPERS.includes(signature)) return own(signature)
  if (isKnownDialect(claim)) return claim
  const found = byName ?? (signature && own(signature))
  if (claim && (!found || refines(claim, found, name))) return claim
  return found ?? ((await isText(file)) ? MEDIA.text : MEDIA.binary)
}

/** Whether the declared type is a more specific version of the detected one. Among text types, only `.txt` is unspecific. */
function refines(claim: string, found: string, name: string): boolean {
  if (found === MEDIA.text) return /\.txt$/i.test(name) && claim.startsWith('text/')
  return SYNTAXES.some((syntax) => found.endsWith(`/${syntax}`) && claim.endsWith(`+${syntax}`))
}

/** The type without its parameters. Undefined if it is missing or too general. */
export function typeOf(declared: string | undefined): string | undefined {
  const type = declared?.split(';', 1)[0]?.trim().toLowerCase()
  return type && TYPE.test(type) && type !== MEDIA.binary ? type : undefined
}

/** Our types with the extension .json. Only the client can distinguish them from plain JSON. */
function isKnownDialect(type: string | undefined): type is string {
  return (
    type === MEDIA.plotly ||
    type === MEDIA.workflowDefinition ||
    type === MEDIA.workflowReport ||
    type === MEDIA.problem
  )
}

function own(signature: string): string {
  return signature === 'application/x-parquet' || signature === 'application/vnd.apache.parquet'
    ? MEDIA.parquet
    : signature
}

async function signatureOf(file: string): Promise<string | undefined> {
  const head = await headOf(file)
  if (head.subarray(0, 4).toString('latin1') === 'PAR1') return MEDIA.parquet
  return (await fileTypeFromBuffer(head))?.mime
}

/** Whether a file without a known extension starts with readable text: UTF-8 without control characters. */
async function isText(file: string): Promise<boolean> {
  const head = await headOf(file)
  const text = new TextDecoder('utf-8').decode(head).replace(/\ufffd$/, '')
  return text !== '' && !/(?![\t\n\v\f\r])[\p{Cc}\ufffd]/u.test(text)
}

async function headOf(file: string): Promise<Buffer> {
  await using handle = await open(file, 'r')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4100), 0, 4100, 0)
  return buffer.subarray(0, bytesRead)
}
