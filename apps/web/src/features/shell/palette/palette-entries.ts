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

/** A page, resource or command in the palette. */
export interface Entry {
  id: string
  group: Group
  label: string
  /** Further searchable words, shown after the label. */
  meta?: string
  icon: LucideIcon
  keys?: string
  /** Path, if the entry is a page. */
  href?: string
  run: () => void
  /** Set if the server found the entry. It is then shown even if its text lacks the typed words. */
  found?: true
  /** Shown only once something is typed, because there is one for each processing step. */
  sought?: true
}

const ENTRIES_MAX: Record<Group, number> = {
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

/** Groups to which the first character of the input limits the search. */
const BY_PREFIX: Record<string, readonly Group[]> = {
  '>': ['Start', texts.thisPage],
  '#': [texts.tags],
  '@': [texts.peopleAndWorkspaces],
}

/** Splits the input into the character that limits the groups, if any, and the search text. */
export function readTyped(typed: string): { prefix: string; text: string } {
  const text = typed.trim()
  return text.charAt(0) in BY_PREFIX ? { prefix: text.charAt(0), text: text.slice(1).trim() } : { prefix: '', text }
}

/**
 * Returns the matching entries, up to `ENTRIES_MAX` of each group. Unless the server found an entry, every search word must
 * be a prefix of a word in it. Entries whose label starts with the search text come first. The prefix `>` limits the
 * groups to commands, `#` to tags, and `@` to people and workspaces.
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
      return [group, [...first, ...rest].slice(0, ENTRIES_MAX[group])] as const
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

/** Returns the text in lowercase without diacritics, so `koln` finds `Köln`. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
