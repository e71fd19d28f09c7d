import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

const { resolve } = createRequire(import.meta.url)
const FACES = { regular: '400Regular', bold: '700Bold', italic: '400Regular_Italic', boldItalic: '700Bold_Italic' }

export type Face = keyof typeof FACES

/** Family name in the font files. The interface uses the variable version of the font, which has a different name. */
export const FONT_FAMILY = 'IBM Plex Sans'

/** Returns the path of a face's font file. */
export function fontFile(face: Face): string {
  const folder = FACES[face]
  return resolve(`@expo-google-fonts/ibm-plex-sans/${folder}/IBMPlexSans_${folder}.ttf`)
}

export const FONT_FACES = Object.keys(FACES) as Face[]

const opened = new Map<Face, Font>()

/** Opens the font of a face, or returns it if it is already open. */
export function fontOf(face: Face): Font {
  const known = opened.get(face)
  if (known) return known
  const font = create(readFileSync(fontFile(face)))
  if (!('layout' in font)) throw new Error(`${fontFile(face)} holds several fonts.`)
  opened.set(face, font)
  return font
}

/** Returns the characters that the font cannot display, without duplicates or white space. */
export function charactersWithoutGlyph(text: string): string[] {
  const font = fontOf('regular')
  return [...new Set(text)].filter((one) => !/\s/.test(one) && !font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0))
}
