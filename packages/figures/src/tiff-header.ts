import { readTiffEntries } from './tiff-directory.ts'

/** Properties in the header of a TIFF page that the decoder does not provide. */
export interface TiffHeader {
  compression: string | null
  /** The code for the meaning of the samples, such as 5 for inks. */
  photometric: number | null
  /** Whether the channel after gray or color is an alpha channel, as opposed to another kind of extra channel. */
  hasTransparency: boolean
  /** Whether the channels are stored separately. */
  hasPlanes: boolean
  /** Bits per sample of the first channel. */
  bitsPerSample: number | null
  noData: number | null
}

const COMPRESSIONS: Record<number, string> = {
  1: 'none',
  2: 'CCITT',
  3: 'CCITT fax 3',
  4: 'CCITT fax 4',
  5: 'LZW',
  6: 'JPEG',
  7: 'JPEG',
  8: 'Deflate',
  32773: 'PackBits',
  32946: 'Deflate',
  33003: 'JPEG 2000',
  33005: 'JPEG 2000',
  34712: 'JPEG 2000',
  34887: 'LERC',
  34925: 'LZMA',
  50000: 'Zstandard',
  50001: 'WebP',
}
const BITS_TAG = 258
const COMPRESSION_TAG = 259
/** Compressions that this build of the decoder does not support. */
export const UNSUPPORTED_COMPRESSIONS: readonly string[] = ['Zstandard', 'LZMA', 'WebP', 'JPEG 2000', 'LERC']
/** The codes of perceptual color spaces (CIELAB and variants) in the header. */
const LAB = [8, 9, 10]
const PHOTOMETRIC_TAG = 262
const EXTRA_SAMPLES_TAG = 338
const TRANSPARENCIES = [1, 2]
const PLANES_TAG = 284
const APART = 2
const NO_DATA_TAG = 42113
const TAGS = [BITS_TAG, COMPRESSION_TAG, PHOTOMETRIC_TAG, EXTRA_SAMPLES_TAG, PLANES_TAG, NO_DATA_TAG]
const TEXT_MAX = 64

/**
 * Reads the header of a page (0-based) of a TIFF or BigTIFF file. If the file is damaged, properties may be null or
 * false; the decoder reports the damage.
 */
export async function readTiffHeader(path: string, page = 0): Promise<TiffHeader> {
  const entries = await readTiffEntries(path, page, { tags: TAGS, mostBytes: TEXT_MAX })
  const bytesOf = (wanted: number) => entries.findLast(({ tag }) => tag === wanted)?.bytes
  const short = (wanted: number) => {
    const bytes = bytesOf(wanted)
    return bytes && (bytes.length < 2 ? 0 : bytes.readUInt16LE())
  }
  return {
    compression: COMPRESSIONS[short(COMPRESSION_TAG) ?? 0] ?? null,
    photometric: short(PHOTOMETRIC_TAG) ?? null,
    hasTransparency: TRANSPARENCIES.includes(short(EXTRA_SAMPLES_TAG) ?? 0),
    hasPlanes: short(PLANES_TAG) === APART,
    bitsPerSample: short(BITS_TAG) ?? null,
    noData: numberOf(bytesOf(NO_DATA_TAG) ?? Buffer.alloc(0)),
  }
}

/**
 * Whether the decoder would read samples from the wrong places. It does so if several channels are stored separately
 * and the samples are not unsigned bytes.
 */
export function hasLostPlanes(
  { hasPlanes }: Pick<TiffHeader, 'hasPlanes'>,
  { channels, depth }: { channels: number; depth: string },
): boolean {
  return hasPlanes && channels > 1 && depth !== 'uchar'
}

/** Whether the colors are CIELAB. The decoder can read these only with 16 bits. */
export function hasLabColors({ photometric }: TiffHeader): boolean {
  return photometric !== null && LAB.includes(photometric)
}

function numberOf(text: Buffer): number | null {
  const value = Number.parseFloat(text.toString('latin1'))
  return Number.isFinite(value) ? value : null
}
