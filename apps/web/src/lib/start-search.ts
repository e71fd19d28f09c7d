import { decodeLink, encodeLink } from './link-code.ts'

/** The initial state of the start panel, by hrefs: selected data, a selected step, or an earlier job to repeat. */
export interface StartWith {
  data?: string[]
  step?: string
  job?: string
}

/** Returns the value of the search parameter `start`. `new` if nothing is selected. */
export function startSearch({ data = [], step, job }: StartWith = {}): string {
  const parts = [
    ...(data.length > 0 ? [['data', ...data.map(encodeLink)].join('.')] : []),
    ...(step ? [`step.${encodeLink(step)}`] : []),
    ...(job ? [`job.${encodeLink(job)}`] : []),
  ]
  return parts.join('~') || 'new'
}

/** Parses the search parameter `start`. Invalid parts are left out. */
export function readStart(search: string): StartWith {
  const start: StartWith = {}
  for (const part of search.split('~')) {
    const [kind, ...codes] = part.split('.')
    const hrefs = codes.flatMap((code) => decodeLink(code) ?? [])
    if (kind === 'data') start.data = hrefs
    if (kind === 'step' && hrefs[0]) start.step = hrefs[0]
    if (kind === 'job' && hrefs[0]) start.job = hrefs[0]
  }
  return start
}
