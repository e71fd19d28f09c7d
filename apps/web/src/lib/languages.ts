import { MEDIA } from '@millrace/contracts/media-types'

export const LANGUAGES = [
  'json',
  'xml',
  'html',
  'python',
  'yaml',
  'toml',
  'sql',
  'markdown',
  'typescript',
  'shellscript',
  'matlab',
  'latex',
  'r',
  'c',
  'cpp',
  'fortran-free-form',
  'fortran-fixed-form',
  'julia',
  'java',
  'css',
  'ini',
  'rust',
  'go',
] as const
export type Language = (typeof LANGUAGES)[number]

const BY_EXTENSION: Record<string, Language> = {
  py: 'python',
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'toml',
  sql: 'sql',
  md: 'markdown',
  ts: 'typescript',
  js: 'typescript',
  sh: 'shellscript',
  svg: 'xml',
  svgz: 'xml',
  m: 'matlab',
  tex: 'latex',
  r: 'r',
  c: 'c',
  h: 'cpp',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hh: 'cpp',
  hpp: 'cpp',
  hxx: 'cpp',
  f: 'fortran-fixed-form',
  for: 'fortran-fixed-form',
  f77: 'fortran-fixed-form',
  f90: 'fortran-free-form',
  f95: 'fortran-free-form',
  f03: 'fortran-free-form',
  f08: 'fortran-free-form',
  jl: 'julia',
  java: 'java',
  css: 'css',
  ini: 'ini',
  cfg: 'ini',
  conf: 'ini',
  rs: 'rust',
  go: 'go',
}

/** Returns the language of a text file, if its type or its name reveals it. */
export function languageOf({ mediaType, name }: { mediaType: string; name: string }): Language | undefined {
  if (mediaType === MEDIA.json || mediaType.endsWith('+json')) return 'json'
  if (mediaType === MEDIA.xml || mediaType.endsWith('+xml')) return 'xml'
  if (mediaType === MEDIA.html) return 'html'
  return BY_EXTENSION[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]
}

const BY_NAME: Record<string, Language> = {
  ...BY_EXTENSION,
  ...Object.fromEntries(LANGUAGES.map((language) => [language, language])),
  bash: 'shellscript',
  shell: 'shellscript',
  console: 'shellscript',
  javascript: 'typescript',
  ipython: 'python',
  python3: 'python',
  fortran: 'fortran-free-form',
  'c++': 'cpp',
  golang: 'go',
}

/**
 * Returns the language that a Markdown file or a notebook names, such as `py` or `bash`. Undefined if it is unknown.
 */
export function languageNamed(name: string): Language | undefined {
  const word = name.trim().split(/\s/, 1)[0]?.toLowerCase() ?? ''
  return Object.hasOwn(BY_NAME, word) ? BY_NAME[word] : undefined
}
