import { Resvg } from '@resvg/resvg-js'
import { FONT_FACES, FONT_FAMILY, fontFile } from './fonts.ts'

const MARK = '<path d="M0,0h1v1h-1z" fill="#000" fill-opacity="0"/>'

const SEPARATE_GROUP = /<g\b[^>]*\b(?:clip-path|opacity)\b[^>]*(?<!\/)>/g
const TRANSPARENT_PATH = /<path\b[^>]*(?<![-\w])opacity: (0?\.\d+)[^>]*(?:\/>|(?<!\/)><\/path>)/g

/** Renders an SVG drawing as PNG, enlarged by `scale`. Loads no files except our fonts. */
export function pngOfSvg(svg: string, scale: number): Uint8Array {
  const font = { fontFiles: FONT_FACES.map(fontFile), loadSystemFonts: false, defaultFontFamily: FONT_FAMILY }
  return new Resvg(withMarks(svg), { font, fitTo: { mode: 'zoom', value: scale } }).render().asPng()
}

/**
 * Adds an invisible mark to each clipped or transparent part. resvg draws these parts separately. Without the mark,
 * resvg would end the process if a part were far outside the visible area, for example because its values are outside
 * the limits of the axes.
 */
function withMarks(svg: string): string {
  const grouped = svg.replace(TRANSPARENT_PATH, (path, opacity: string) => {
    return `<g opacity="${opacity}">${path.replace(/(?<![-\w])opacity: [\d.]+/, 'opacity: 1')}</g>`
  })
  return grouped.replace(SEPARATE_GROUP, `$&${MARK}`)
}
