import type { ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import { searchTerms } from './search-terms.ts'

type Described = Pick<ProcessingStepProperties, 'Title' | 'FunctionName' | 'ShortDescription' | 'Tags' | 'Tasks'> &
  Pick<ProcessingStepProperties, 'Categories' | 'LongDescription'>

/**
 * Returns how well a step matches a search, with title and tasks first. 0 unless all search words occur; 1 without
 * search words.
 */
export function stepRelevance(step: Described, text: string): number {
  const words = searchTerms(text)
  const typed = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (words.length === 0) return 1
  const { Title, FunctionName, ShortDescription, LongDescription, Tags, Categories, Tasks } = step
  const holds = (parts: readonly (string | null)[]) => {
    const joined = parts.join(' ').toLowerCase()
    return words.every((word) => joined.includes(word))
  }
  if (holds([Title, FunctionName])) return 5
  if (Tasks.some((task) => task.toLowerCase() === typed)) return 4
  if (Tasks.some((task) => holds([task]))) return 3
  if (holds([Title, FunctionName, ...Tasks, ...Categories, ...Tags])) return 2
  return holds([Title, FunctionName, ShortDescription, LongDescription, ...Tasks, ...Categories, ...Tags]) ? 1 : 0
}
