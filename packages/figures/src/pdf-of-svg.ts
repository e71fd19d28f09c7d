import PDFDocument from 'pdfkit'
import svgToPdf from 'svg-to-pdfkit'
import type { Face } from './fonts.ts'

/** A point is 1/72 inch, a CSS pixel 1/96 inch. */
const POINTS_PER_PIXEL = 0.75

/** A document without metadata. The metadata would contain the date, so files of equal figures would differ. */
class UndatedDocument extends PDFDocument {
  override endMetadata(): void {}
}

interface Page {
  width: number
  height: number
  title: string
  fonts: Record<Face, ArrayBuffer | Uint8Array>
}

/** Converts an SVG drawing to a PDF page with vectors and selectable text. Runs on the server and in browsers. */
export function pdfOfSvg(svg: string, { width, height, title, fonts }: Page): Promise<Uint8Array<ArrayBuffer>> {
  const size: [number, number] = [width * POINTS_PER_PIXEL, height * POINTS_PER_PIXEL]
  const info = { Title: title, CreationDate: new Date(0) }
  // Without this option, PDFKit opens a default font file, which browsers do not have. The option’s type allows only
  // font names, hence the type assertion.
  const font = toBytes(fonts.regular) as Uint8Array & string
  const document = new UndatedDocument({ size, margin: 0, info, font })
  delete document.info.CreationDate
  for (const [face, bytes] of Object.entries(fonts)) document.registerFont(face, toBytes(bytes))
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  const parts: Uint8Array<ArrayBuffer>[] = []
  document.on('data', (part: Uint8Array<ArrayBuffer>) => parts.push(part))
  document.on('end', () => resolve(joined(parts)))
  document.on('error', reject)
  svgToPdf(document, withAcceptedCoordinates(withDashes(svg)), 0, 0, {
    width: size[0],
    height: size[1],
    assumePt: false,
    fontCallback: faceOf,
    imageCallback,
  })
  document.end()
  return promise
}

/** Replaces dashes of length zero with very short dashes, because PDF does not allow zero. */
function withDashes(svg: string): string {
  return svg.replace(/stroke-dasharray: ?[^;"]+/g, (dashes) => dashes.replace(/(?<![\d.])0(?:px)?(?=,|$)/g, '0.01px'))
}

/**
 * Reduces coordinates of 1e21 and more, which PDFKit refuses. Values far outside the axes of a figure have such
 * coordinates.
 */
function withAcceptedCoordinates(svg: string): string {
  return svg.replace(/<[^>]+>/g, (tag) => tag.replace(/[\d.]+e\+\d+/g, '1e20'))
}

/** PDFKit would read any link that is not an embedded image as a path on the disk. */
function imageCallback(link: string): string {
  return /^data:image\/(png|jpeg);base64,/.test(link) ? link : ''
}

function faceOf(_family: string, bold: boolean, italic: boolean): Face {
  if (bold) return italic ? 'boldItalic' : 'bold'
  return italic ? 'italic' : 'regular'
}

function toBytes(bytes: ArrayBuffer | Uint8Array): Uint8Array {
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
