import { distinctNames } from '@millrace/tables/dialect'
import { listed, plural } from '@millrace/tables/sentences'
import type { TableColumn } from '@millrace/tables/table'
import type { Change } from './clean-report.ts'

export function cleanNames(
  columns: readonly TableColumn[],
  style: 'keep' | 'snake_case',
): { from: string; to: string }[] {
  const names = columns.map((column) => column.name)
  const wanted =
    style === 'keep' ? names : distinctNames(names.map(snakeCase)).map((name) => name.replace(/ \((\d+)\)$/, '_$1'))
  return names.map((from, at) => ({ from, to: wanted[at] ?? from }))
}

export function renamingChange(names: readonly { from: string; to: string }[]): Change[] {
  const renamed = names.filter(({ from, to }) => from !== to)
  if (renamed.length === 0) return []
  const pairs = listed(renamed.map(({ from, to }) => `\`${from}\` → \`${to}\``))
  const sentence = `${plural(renamed.length, 'column')} ${renamed.length === 1 ? 'was' : 'were'} renamed: ${pairs}.`
  return [{ what: 'renamed columns', count: renamed.length, sentence }]
}

const LETTERS: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'oe',
  å: 'aa',
  '³': '3',
  '²': '2',
  µ: 'u',
}

/** For example, `Water Level (cm)` → `water_level_cm`. */
function snakeCase(name: string): string {
  const plain = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[äöüßæøå³²µ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/[^\p{L}\d]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  return /^\d/.test(plain) ? `c_${plain}` : plain || 'column'
}
