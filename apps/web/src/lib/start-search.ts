import { decodeLink, encodeLink } from './link-code.ts'

/** What the start panel opens with, by hrefs: chosen data, a chosen step, an earlier job to repeat. */
export interface StartWith {
  data?: string[]
  step?: string
  job?: string
}

/** The value of the search parameter `start`; with nothing chosen it is `new`. */
export function startSearch({ data = [], step, job }: StartWith = {}): string {
  const parts = [
    ...(data.length > 0 ? [['data', ...data.map(encodeLink)].join('.')] : []),
    ...(step ? [`step.${encodeLink(step)}`] : []),
    ...(job ? [`job.${encodeLink(job)}`] : []),
  ]
  return parts.join('~') || 'new'
}

/** Reads `start` back; broken parts are left out. */
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
