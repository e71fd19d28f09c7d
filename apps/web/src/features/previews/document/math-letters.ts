/** First code points of each mathematical alphabet: uppercase letters, lowercase letters, and digits if it has any. */
const ALPHABETS: Record<string, [capital: number, small: number, digit?: number]> = {
  bold: [0x1d400, 0x1d41a, 0x1d7ce],
  'bold-italic': [0x1d468, 0x1d482],
  script: [0x1d49c, 0x1d4b6],
  'bold-script': [0x1d4d0, 0x1d4ea],
  fraktur: [0x1d504, 0x1d51e],
  'double-struck': [0x1d538, 0x1d552, 0x1d7d8],
  'bold-fraktur': [0x1d56c, 0x1d586],
  'sans-serif': [0x1d5a0, 0x1d5ba, 0x1d7e2],
  'bold-sans-serif': [0x1d5d4, 0x1d5ee, 0x1d7ec],
  'sans-serif-italic': [0x1d608, 0x1d622],
  monospace: [0x1d670, 0x1d68a, 0x1d7f6],
}

/**
 * Letters that Unicode contained before the mathematical alphabets were added. Their code points in the alphabets are
 * unassigned.
 */
const EARLIER: Record<string, Record<string, string>> = {
  script: { B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ', e: 'ℯ', g: 'ℊ', o: 'ℴ' },
  fraktur: { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' },
  'double-struck': { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
}

/**
 * Converts text to a mathematical alphabet, such as `R` to `ℝ`. Chromium ignores `mathvariant`, so the set of real
 * numbers would look like the variable R. Undefined for variants without their own characters.
 */
export function mathLetters(text: string, variant: string): string | undefined {
  const alphabet = ALPHABETS[variant]
  if (!alphabet) return undefined
  const [capital, small, digit] = alphabet
  return text.replace(/[A-Za-z0-9]/g, (sign) => {
    const earlier = EARLIER[variant]?.[sign]
    const code = sign.charCodeAt(0)
    if (earlier) return earlier
    if (sign >= 'a') return String.fromCodePoint(small + code - 0x61)
    if (sign >= 'A') return String.fromCodePoint(capital + code - 0x41)
    return digit === undefined ? sign : String.fromCodePoint(digit + code - 0x30)
  })
}
