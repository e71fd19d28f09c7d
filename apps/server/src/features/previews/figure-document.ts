import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { LIMITS } from '@millrace/contracts/limits'
import { Problem } from '#problem.ts'
import { documentHead, escapeHtml, type Theme } from './document-head.ts'
import type { PreviewFile } from './preview-file.ts'

interface FigureParts {
  theme: Theme
  scripts: string[]
  /** The URL of the complete build of Plotly, which is loaded only for figures with rare chart types. */
  completeBuild: string
  font: string
}

/**
 * Streams an HTML document that contains a Plotly figure as JSON in a `script` element. Only a `<` in the JSON could
 * end the element. JSON contains `<` only in strings, where `\u003c` means the same, so each `<` is replaced in the
 * byte stream without parsing. Throws a Problem if the file is too large.
 */
export function figureDocument(
  file: PreviewFile,
  { theme, scripts, completeBuild, font }: FigureParts,
): ReadableStream<Uint8Array> {
  if (file.sizeInBytes > LIMITS.previewFigureBytes) {
    throw new Problem('preview-failed', 'This figure is too large to preview. Download it to view it.')
  }
  const parts = async function* () {
    yield Buffer.from(head(file.name, { theme, font, completeBuild }))
    for await (const chunk of createReadStream(file.path)) yield escapeLessThan(chunk as Buffer)
    const sources = scripts.map((src) => `<script src="${escapeHtml(src)}"></script>`)
    yield Buffer.from(`</script>${sources.join('')}</body></html>`)
  }
  return Readable.toWeb(Readable.from(parts())) as ReadableStream<Uint8Array>
}

/**
 * Returns the content security policy, which allows only Millrace's scripts and font, inline styles, and embedded
 * images.
 */
export function figurePolicy(allowed: { scripts: string[]; font: string; ancestors: string }): string {
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${allowed.scripts.join(' ')}`,
    `font-src ${allowed.font}`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${allowed.ancestors}`,
  ].join('; ')
}

function head(title: string, { theme, font, completeBuild }: Omit<FigureParts, 'scripts'>): string {
  const style =
    'body{box-sizing:border-box;padding:4px 8px 8px}#plot{height:100%}#plot a{fill:var(--ink)!important;text-decoration:underline}'
  return (
    documentHead({ title, theme, font, style }) +
    '<body><main id="plot"></main><p id="message" hidden></p>' +
    `<script type="application/json" id="figure" data-complete-build="${escapeHtml(completeBuild)}">`
  )
}

/** Works on bytes, so that multibyte characters that are split between chunks stay intact. */
function escapeLessThan(chunk: Buffer): Buffer {
  if (!chunk.includes(0x3c)) return chunk
  return Buffer.from(chunk.toString('latin1').replaceAll('<', '\\u003c'), 'latin1')
}
