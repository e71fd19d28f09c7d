import font from '@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff2?url'

let isKnown = false

/**
 * The class of formulas, whose font is made known the first time. Many systems have no font for formulas, and then brackets
 * and signs of sums don’t grow with what they enclose. The styles of the package leave out the letters of formulas.
 */
export function formulaFont(): string {
  if (!isKnown) document.fonts.add(new FontFace('Noto Sans Math', `url(${font})`, { display: 'swap' }))
  isKnown = true
  return "font-[family-name:'Noto_Sans_Math',math]"
}
