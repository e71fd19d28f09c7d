import font from '@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff2?url'

let isKnown = false

/**
 * Returns the class of formulas, and registers their font on the first call. Many systems have no math font, and
 * without one, brackets and sum signs don't grow with what they enclose. The font is not loaded by the package's style
 * sheet, because that lacks the letters of formulas.
 */
export function formulaFont(): string {
  if (!isKnown) document.fonts.add(new FontFace('Noto Sans Math', `url(${font})`, { display: 'swap' }))
  isKnown = true
  return "font-[family-name:'Noto_Sans_Math',math]"
}
