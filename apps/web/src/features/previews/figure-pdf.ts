import regular from '@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf?url'
import italic from '@expo-google-fonts/ibm-plex-sans/400Regular_Italic/IBMPlexSans_400Regular_Italic.ttf?url'
import bold from '@expo-google-fonts/ibm-plex-sans/700Bold/IBMPlexSans_700Bold.ttf?url'
import boldItalic from '@expo-google-fonts/ibm-plex-sans/700Bold_Italic/IBMPlexSans_700Bold_Italic.ttf?url'

/** Converts a figure from SVG to a PDF with embedded fonts. The PDF writer and the fonts are loaded on demand. */
export async function figurePdf(svg: string, title: string): Promise<Blob> {
  const writer = import('@millrace/figures/pdf-of-svg')
  const faces = [bytesOf(regular), bytesOf(bold), bytesOf(italic), bytesOf(boldItalic)] as const
  const [regularFont, boldFont, italicFont, boldItalicFont] = await Promise.all(faces)
  const fonts = { regular: regularFont, bold: boldFont, italic: italicFont, boldItalic: boldItalicFont }
  const { pdfOfSvg } = await writer
  return new Blob([await pdfOfSvg(svg, { ...sizeOf(svg), title, fonts })], { type: 'application/pdf' })
}

async function bytesOf(url: string): Promise<ArrayBuffer> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error('The font of the PDF could not be loaded. Try again.')
  return reply.arrayBuffer()
}

function sizeOf(svg: string): { width: number; height: number } {
  const root = /<svg[^>]*>/.exec(svg)?.[0] ?? ''
  const [width, height] = ['width', 'height'].map((name) => Number(new RegExp(`\\b${name}="([\\d.]+)`).exec(root)?.[1]))
  return { width: width || 900, height: height || 560 }
}
