import { fill } from '#lib/fill.ts'
import * as texts from './texts.ts'

/** Archive and compression formats that are shown as bytes only, by media type. */
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

/** Names of other data formats that are shown as bytes only, by file extension. */
const PROGRAMS = new Map(
  Object.entries({
    sav: 'SPSS',
    zsav: 'SPSS',
    dta: 'Stata',
    sas7bdat: 'SAS',
    xpt: 'SAS',
    rds: 'R',
    rda: 'R',
    rdata: 'R',
    mat: 'MATLAB',
    npy: 'NumPy',
    pkl: 'Python pickle',
    pickle: 'Python pickle',
    orc: 'ORC',
    avro: 'Avro',
    mdb: 'Access',
    accdb: 'Access',
  }),
)

/** Returns advice for a file that is shown as bytes because its format isn't supported. Undefined for other files. */
export function packedAdvice({ mediaType, name }: { mediaType: string; name: string }): string | undefined {
  const packed = NAMES[mediaType]
  if (packed) return fill(texts.compressedHelp, packed)
  const program = PROGRAMS.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '')
  return program && fill(texts.programHelp, program)
}
