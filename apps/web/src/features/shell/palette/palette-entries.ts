import type { LucideIcon } from 'lucide-react'
import * as texts from './texts.ts'

export const GROUPS = [
  'Recent',
  'Start',
  texts.thisPage,
  texts.goTo,
  'Jobs',
  texts.workData,
  texts.processingSteps,
  texts.tags,
  texts.peopleAndWorkspaces,
] as const
export type Group = (typeof GROUPS)[number]

/** One thing the palette can do or go to. */
export interface Entry {
  id: string
  group: Group
  label: string
  /** Further words to find it by, shown after the label. */
  meta?: string
  icon: LucideIcon
  keys?: string
  /** Where it leads, for those that are pages. */
  href?: string
  run: () => void
  /** The server has found it by its name, so that its words need not match. */
  found?: true
  /** One of many: shown once something is typed. */
  sought?: true
}

/** How many of a group are shown; with nothing typed only the first groups are. */
const MOST: Record<Group, number> = {
  Recent: 5,
  Start: 6,
  'This page': 8,
  'Go to': 10,
  Jobs: 5,
  'Work data': 5,
  'Processing steps': 5,
  Tags: 20,
  'People and workspaces': 20,
}

/** Groups that are shown before anything is typed. */
const AT_FIRST: readonly Group[] = ['Recent', 'Start', texts.thisPage, texts.goTo]

/** What the text shows if it begins with one of these characters. */
const BY_PREFIX: Record<string, readonly Group[]> = {
  '>': ['Start', texts.thisPage],
  '#': [texts.tags],
  '@': [texts.peopleAndWorkspaces],
}

/** The text without the leading character that limits the groups. */
export function readTyped(typed: string): { prefix: string; text: string } {
  const text = typed.trim()
  return text.charAt(0) in BY_PREFIX ? { prefix: text.charAt(0), text: text.slice(1).trim() } : { prefix: '', text }
}

/**
 * What is shown for a text, group by group: every word must begin a word of the entry, and entries whose label begins
 * with the text come first. A leading `>` keeps what does something, `#` tags, and `@` people and workspaces.
 */
export function matchingEntries(
  entries: readonly Entry[],
  typed: string,
): readonly (readonly [Group, readonly Entry[]])[] {
  const { prefix, text } = readTyped(typed)
  const words = wordsOf(text)
  const groups = BY_PREFIX[prefix] ?? (words.length === 0 ? AT_FIRST : GROUPS)
  return groups
    .map((group) => {
      const matches = entries.filter(
        (entry) => entry.group === group && matchesAll(entry, words) && !(typed === '' && entry.sought),
      )
      const first = matches.filter(({ label }) => plain(label).startsWith(words.join(' ')))
      const rest = matches.filter((entry) => !first.includes(entry))
      return [group, [...first, ...rest].slice(0, MOST[group])] as const
    })
    .filter(([, found]) => found.length > 0)
}

function matchesAll(entry: Entry, words: readonly string[]): boolean {
  const text = plain(`${entry.label} ${entry.meta ?? ''}`)
  return entry.found === true || words.every((word) => beginsAWord(text, word))
}

function beginsAWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || /[^\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true
  }
  return false
}

function wordsOf(text: string): string[] {
  return plain(text).split(/\s+/).filter(Boolean)
}

/** Lowercase letters without diacritics: `koln` finds `Köln`. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
