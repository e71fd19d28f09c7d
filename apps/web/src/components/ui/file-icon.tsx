import { MEDIA, mediaTypeOfName, WORKBOOKS } from '@millrace/contracts/media-types'
import { clsx } from 'clsx'
import {
  AudioLines,
  Box,
  Braces,
  ChartSpline,
  CodeXml,
  File,
  FileArchive,
  FileText,
  Film,
  Image,
  type LucideIcon,
  Map as MapIcon,
  NotebookText,
  Sheet,
  Table2,
  Workflow,
} from 'lucide-react'
import { createElement } from 'react'

const ICONS: Record<string, LucideIcon> = {
  [MEDIA.csv]: Table2,
  [MEDIA.tsv]: Table2,
  [MEDIA.parquet]: Table2,
  [MEDIA.arrow]: Table2,
  [MEDIA.sqlite]: Table2,
  [MEDIA.jsonLines]: Table2,
  ...Object.fromEntries(WORKBOOKS.map((type) => [type, Sheet])),
  [MEDIA.plotly]: ChartSpline,
  [MEDIA.workflowDefinition]: Workflow,
  [MEDIA.workflowReport]: FileText,
  [MEDIA.geojson]: MapIcon,
  [MEDIA.notebook]: NotebookText,
  [MEDIA.json]: Braces,
  [MEDIA.xml]: CodeXml,
  [MEDIA.zip]: FileArchive,
  [MEDIA.tar]: FileArchive,
  [MEDIA.gzip]: FileArchive,
  [MEDIA.pdf]: FileText,
  [MEDIA.hdf5]: Box,
  [MEDIA.netcdf]: Box,
  [MEDIA.binary]: Box,
}

function iconOf(mediaType: string): LucideIcon {
  const known = ICONS[mediaType]
  if (known) return known
  if (mediaType.endsWith('+json')) return Braces
  if (mediaType.startsWith('image/')) return Image
  if (mediaType.startsWith('audio/')) return AudioLines
  if (mediaType.startsWith('video/')) return Film
  return mediaType.startsWith('text/') ? FileText : File
}

interface FileIconProps {
  /** If missing, the type is derived from the extension of `name`. */
  mediaType?: string | null | undefined
  name?: string
  className?: string
}

/** The icon of a file type, at 14 px. */
export function FileIcon({ mediaType, name, className }: FileIconProps) {
  return createElement(iconOf(mediaType ?? (name ? mediaTypeOfName(name) : undefined) ?? ''), {
    'aria-hidden': true,
    className: clsx('icon-sm', className),
  })
}

/** The icon of a file type on a tile of 28 px, or 32 px in page heads. */
export function FileTile({ size = 28, ...rest }: FileIconProps & { size?: 28 | 32 }) {
  return (
    <span
      className={clsx(
        'grid flex-none place-items-center rounded-md bg-tag text-ink-2',
        size === 32 ? 'size-8' : 'size-7',
      )}
    >
      <FileIcon {...rest} />
    </span>
  )
}

const TYPE_WORDS: Record<string, string> = {
  'text/markdown': 'Markdown',
  'text/x-sql': 'SQL',
  'text/x-python': 'Python',
  'text/x-yaml': 'YAML',
  'text/x-toml': 'TOML',
  'text/x-ini': 'Settings',
  'text/x-r': 'R',
  'text/x-tex': 'TeX',
  'text/x-matlab': 'MATLAB',
  'message/rfc822': 'Email',
  'application/rtf': 'RTF',
  [MEDIA.postscript]: 'PostScript',
  'text/x-rst': 'reStructuredText',
  'text/x-shellscript': 'Shell script',
  [MEDIA.csv]: 'CSV',
  [MEDIA.tsv]: 'TSV',
  [MEDIA.parquet]: 'Parquet',
  [MEDIA.arrow]: 'Arrow',
  [MEDIA.sqlite]: 'SQLite',
  'application/vnd.apache.arrow.stream': 'Arrow',
  [MEDIA.xlsx]: 'Excel',
  [MEDIA.xls]: 'Excel',
  [MEDIA.xlsm]: 'Excel',
  [MEDIA.xlsb]: 'Excel',
  [MEDIA.ods]: 'OpenDocument',
  [MEDIA.json]: 'JSON',
  [MEDIA.jsonLines]: 'JSON Lines',
  'application/schema+json': 'JSON Schema',
  [MEDIA.notebook]: 'Notebook',
  [MEDIA.plotly]: 'Figure',
  [MEDIA.workflowDefinition]: 'Workflow',
  [MEDIA.workflowReport]: 'Report',
  [MEDIA.text]: 'Text',
  [MEDIA.html]: 'HTML',
  [MEDIA.xml]: 'XML',
  [MEDIA.zip]: 'ZIP',
  [MEDIA.tar]: 'TAR',
  [MEDIA.gzip]: 'gzip',
  [MEDIA.pdf]: 'PDF',
  [MEDIA.svg]: 'SVG',
  [MEDIA.png]: 'PNG',
  [MEDIA.jpeg]: 'JPEG',
  [MEDIA.bmp]: 'BMP',
  [MEDIA.webp]: 'WebP',
  'image/gif': 'GIF',
  'image/avif': 'AVIF',
  [MEDIA.tiff]: 'TIFF',
  'audio/wav': 'WAV',
  'audio/mpeg': 'MP3',
  'audio/ogg': 'Ogg',
  'audio/flac': 'FLAC',
  'video/mp4': 'MP4',
  'video/webm': 'WebM',
  [MEDIA.geojson]: 'GeoJSON',
  [MEDIA.hdf5]: 'HDF5',
  [MEDIA.netcdf]: 'NetCDF',
  [MEDIA.binary]: 'Binary',
}

/**
 * Returns a short name for a media type: `text/csv` → `CSV`. Unknown types are returned unchanged; without a type,
 * returns `Any type`.
 */
export function typeLabel(mediaType: string | null | undefined): string {
  return mediaType ? (TYPE_WORDS[mediaType] ?? mediaType) : 'Any type'
}
