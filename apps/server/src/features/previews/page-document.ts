import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { detectShown } from '@millrace/tables/encoding'
import { readHead } from '@millrace/tables/file-format'
import { textDecoder } from '@millrace/tables/legacy-encoding'
import type { PreviewFile } from './preview-file.ts'

/**
 * Returns the content security policy for an HTML file. It forbids scripts, forms and external resources. Where scripts
 * are forbidden, browsers also ignore `<meta http-equiv="refresh">`.
 */
export function pagePolicy(ancestors: string): string {
  return [
    'sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    'media-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ')
}

const LINK = /<link(?=[\s/>])/gi
const LONGEST_TAG = '<link'.length + 1

/**
 * Streams an HTML file as UTF-8. Renames `link` elements, because policies do not cover `<link rel="preconnect">` and
 * `dns-prefetch`. Nothing is lost, because the policy forbids everything else that a `link` element could load.
 */
export async function pageDocument(file: PreviewFile): Promise<ReadableStream<Uint8Array>> {
  const { encoding } = detectShown(await readHead(file.path, 65_536))
  const decoder = textDecoder(encoding)
  const parts = async function* () {
    let rest = ''
    for await (const chunk of createReadStream(file.path)) {
      const text = rest + decoder.decode(chunk as Buffer, { stream: true })
      const end = Math.max(0, text.length - LONGEST_TAG)
      const open = text.lastIndexOf('<')
      const cut = open >= end ? open : text.length
      rest = text.slice(cut)
      yield Buffer.from(text.slice(0, cut).replace(LINK, '<x-link'))
    }
    yield Buffer.from((rest + decoder.decode()).replace(LINK, '<x-link'))
  }
  return Readable.toWeb(Readable.from(parts())) as ReadableStream<Uint8Array>
}
