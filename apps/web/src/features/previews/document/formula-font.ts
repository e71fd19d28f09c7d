import font from '@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff2?url'

let isKnown = false

/**
 * Returns the CSS class of formulas, and registers their font on the first call. Many systems have no math font.
 * Without one, brackets and sum signs don't grow with their content. The font package's own style sheet isn't used,
 * because it lacks the letters of formulas.
 */
export function formulaFont(): string {
  if (!isKnown) document.fonts.add(new FontFace('Noto Sans Math', `url(${font})`, { display: 'swap' }))
  isKnown = true
  return "font-[family-name:'Noto_Sans_Math',math]"
}
