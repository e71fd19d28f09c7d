import { open } from 'node:fs/promises'
import { MEDIA, mediaTypeOfName } from '@millrace/contracts/media-types'
import { fileTypeFromBuffer } from 'file-type'

const TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/

/** What a type may be written in, as the part behind its `+`. */
const SYNTAXES = ['json', 'xml', 'zip']

/** Containers whose signature says less than the extension does. */
const WRAPPERS: readonly string[] = [MEDIA.zip, 'application/x-cfb', 'application/gzip', MEDIA.xml, 'text/xml']

/**
 * What a file is: its signature first, then its extension, then what the client declared. A signature that only names
 * a container (zip, xml) gives way to an extension that says what is inside, and both give way to a claim that says the
 * same and more, such as `application/gml+xml` for XML.
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

/** Whether a claim says what kind of the found type it is. Of texts only a `.txt` says nothing itself. */
function refines(claim: string, found: string, name: string): boolean {
  if (found === MEDIA.text) return /\.txt$/i.test(name) && claim.startsWith('text/')
  return SYNTAXES.some((syntax) => found.endsWith(`/${syntax}`) && claim.endsWith(`+${syntax}`))
}

/** The type without parameters, or undefined when it is none or says nothing. */
export function typeOf(declared: string | undefined): string | undefined {
  const type = declared?.split(';', 1)[0]?.trim().toLowerCase()
  return type && TYPE.test(type) && type !== MEDIA.binary ? type : undefined
}

/** Types of ours that share the extension .json; only the client can tell them from plain JSON. */
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

/** Says whether a file without a known extension starts with readable text: UTF-8 without control characters. */
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
