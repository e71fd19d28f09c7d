export const LABEL_HEIGHT = 24
const FONT_SIZE = 13
/** Average width of a character as a fraction of the font size. */
const CHARACTER = 0.56

/** Draws a file name as a PNG of the given width. Imports the renderer on demand, so other steps need less memory. */
export async function labelPng(name: string, width: number, background: string): Promise<Uint8Array> {
  const { pngOfSvg } = await import('@millrace/figures/png-of-svg')
  const text = escaped(shortened(name, Math.max(3, Math.floor(width / (FONT_SIZE * CHARACTER)))))
  const color = isDark(background) ? '#ffffff' : '#16202a'
  return pngOfSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${LABEL_HEIGHT}">
      <text x="${width / 2}" y="16" font-size="${FONT_SIZE}" fill="${color}" text-anchor="middle">${text}</text>
    </svg>`,
    1,
  )
}

function shortened(name: string, most: number): string {
  const characters = [...name]
  if (characters.length <= most) return name
  const tail = Math.floor((most - 1) / 2)
  return `${characters.slice(0, most - 1 - tail).join('')}…${tail > 0 ? characters.slice(-tail).join('') : ''}`
}

function escaped(text: string): string {
  return text
    .replace(/[^\P{Cc}\t]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128
}
