import { documentHead, escapeHtml, type Theme } from './document-head.ts'
import type { PreviewFile } from './preview-file.ts'

/** URLs that the document loads: the reader, its worker, Millrace's script, the font, and the folder of resources. */
export interface PdfAssets {
  reader: string
  worker: string
  frame: string
  font: string
  resources: string
}

const STYLE = `body{background:var(--sunken)}main{position:relative;min-width:max-content;padding:16px;display:grid;gap:16px;justify-items:center}
.page{position:relative;background:#fff;box-shadow:0 0 0 1px var(--line)}.page canvas{display:block;width:100%;height:100%}
.textLayer{position:absolute;inset:0;overflow:clip;line-height:1;text-align:initial;forced-color-adjust:none;transform-origin:0 0;text-size-adjust:none}
.textLayer :is(span,br){color:transparent;position:absolute;white-space:pre;cursor:text;transform-origin:0 0}
.textLayer{--min-font-size:1;--text-scale-factor:calc(var(--total-scale-factor) * var(--min-font-size));--min-font-size-inv:calc(1 / var(--min-font-size))}
.textLayer > :not(.markedContent),.textLayer .markedContent span:not(.markedContent){z-index:1;--font-height:0;font-size:calc(var(--text-scale-factor) * var(--font-height));--scale-x:1;--rotate:0deg;transform:rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv))}
.textLayer .markedContent{display:contents}.textLayer ::selection{background:color-mix(in srgb,#06c 30%,transparent)}
mark{color:transparent;background:color-mix(in srgb,var(--hit) 55%,transparent)}mark.current{background:color-mix(in srgb,#f60 55%,transparent)}`

/**
 * Renders the document that draws a PDF. The document requests parts of the PDF from the page in which the document is
 * embedded.
 */
export function pdfDocument(file: PreviewFile, { theme, assets }: { theme: Theme; assets: PdfAssets }): string {
  const { reader, worker, frame, font, resources } = assets
  const values = { size: String(file.sizeInBytes), worker, resources }
  const data = Object.entries(values).map(([name, value]) => `data-${name}="${escapeHtml(value)}"`)
  return (
    documentHead({ title: file.name, theme, font, style: STYLE }) +
    `<body ${data.join(' ')}><main id="pages"></main><p id="message" role="status" hidden></p>` +
    [reader, frame].map((src) => `<script type="module" crossorigin src="${escapeHtml(src)}"></script>`).join('') +
    '</body></html>'
  )
}

/**
 * Returns a policy that allows Millrace's scripts, the reader's resources, and WebAssembly, with which the reader
 * decodes JPEG 2000 and JBIG2 images. Scripts in a PDF never run, because the interpreter for them is not loaded.
 */
export function pdfPolicy({ assets, ancestors }: { assets: PdfAssets; ancestors: string }): string {
  const { reader, worker, frame, font, resources } = assets
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${reader} ${worker} ${frame} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `connect-src ${resources}`,
    `font-src ${font} ${resources}`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ')
}
