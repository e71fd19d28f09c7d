import { fill } from '#lib/fill.ts'
import * as texts from './texts.ts'

/** Formats of archives and compressed files that are shown as bytes only, by media type. */
const NAMES: Record<string, string> = {
  'application/x-xz': 'xz',
  'application/x-bzip2': 'bzip2',
  'application/x-lzip': 'lzip',
  'application/x-lz4': 'lz4',
  'application/zstd': 'zstd',
  'application/x-compress': 'compress',
  'application/x-7z-compressed': '7-Zip',
  'application/x-rar-compressed': 'RAR',
}

/** What to do with a compressed file that cannot be opened here. Undefined for other files. */
export function packedAdvice(mediaType: string): string | undefined {
  const name = NAMES[mediaType]
  return name && fill(texts.compressedHelp, name)
}
