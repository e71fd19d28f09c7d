import { Resvg } from '@resvg/resvg-js'
import { FONT_FACES, FONT_FAMILY, fontFile } from './fonts.ts'

/** Renders an SVG drawing as PNG, enlarged by `scale`. Loads no files except our fonts. */
export function pngOfSvg(svg: string, scale: number): Uint8Array {
  const font = { fontFiles: FONT_FACES.map(fontFile), loadSystemFonts: false, defaultFontFamily: FONT_FAMILY }
  return new Resvg(svg, { font, fitTo: { mode: 'zoom', value: scale } }).render().asPng()
}
