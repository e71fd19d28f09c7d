import { STATE_LABELS } from '@millrace/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Blocks, Clock, CornerDownRight, Database, ListChecks, Play, Plus, Tag, Upload } from 'lucide-react'
import { typeLabel } from '#components/ui/file-icon.tsx'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { fill } from '#lib/fill.ts'
import { formatWhen } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { recentPages, useRecentPagesOwner } from '#lib/recent-pages.ts'
import { selfHref } from '#lib/siren.ts'
import { newestSteps } from '#lib/step-versions.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { useNavItems } from '../nav-items.ts'
import { dataByNameQuery, jobsByNameQuery, usedTagsQuery } from './palette.queries.ts'
import type { Entry, Group } from './palette-entries.ts'
import * as texts from './texts.ts'
import { usePeople } from './use-people.ts'

/** A button or link in the head of the current page. */
export type PageCommand = HTMLButtonElement | HTMLAnchorElement

interface Asked {
  /** The search text without its prefix, debounced. */
  asked: string
  prefix: string
  verbs: readonly PageCommand[]
}

/** Returns the app's own entries and those that the server finds, and whether a search is still running. */
export function usePaletteEntries({ asked, prefix, verbs }: Asked) {
  const own = [useRecent(), verbs.map(verbEntry), usePlaces(), useStarts(), useSteps()]
  const found = [useFound(prefix === '' ? asked : ''), useTags(prefix === '#'), usePeople(asked, prefix === '@')]
  return {
    entries: [...own.flat(), ...found.flatMap(({ entries }) => entries)],
    isSearching: found.some(({ isSearching }) => isSearching),
  }
}

function useLink() {
  const navigate = useNavigate()
  return (group: Group, href: string, rest: Omit<Entry, 'id' | 'group' | 'href' | 'run'>): Entry => ({
    id: `${group} ${href}`,
    group,
    href,
    run: () => void navigate({ href }),
    ...rest,
  })
}

function useRecent(): Entry[] {
  const link = useLink()
  const owner = useRecentPagesOwner()
  const places = owner ? recentPages(owner) : []
  return places
    .filter(({ href }) => href !== location.pathname)
    .map(({ href, label, of }) => link('Recent', href, { label, meta: of, icon: Clock }))
}

function verbEntry(element: PageCommand): Entry {
  const label = element.getAttribute('aria-label') ?? wordsIn(element)
  return {
    id: fill(texts.thisPageCommand, label),
    group: texts.thisPage,
    label,
    icon: CornerDownRight,
    run: () => element.click(),
  }
}

function wordsIn(element: Element): string {
  const parts = [...element.childNodes].filter((node) => node.nodeName !== 'KBD')
  return parts
    .map((node) => node.textContent ?? '')
    .join('')
    .trim()
}

function usePlaces(): Entry[] {
  const link = useLink()
  return useNavItems().map(({ to, label, fullLabel = label, icon, key }) =>
    link(texts.goTo, to, { label: fullLabel, icon, keys: `g ${key}` }),
  )
}

function useStarts(): Entry[] {
  const startJob = useStartJob()
  const navigate = useNavigate()
  const start = { group: 'Start' as const }
  return [
    { ...start, id: texts.startJob, label: texts.startAJob, icon: Plus, keys: 'n', run: () => startJob() },
    {
      ...start,
      id: texts.startUpload,
      label: texts.uploadFiles,
      icon: Upload,
      keys: 'u',
      run: () => void navigate({ to: '/workdata/upload' }),
    },
  ]
}

function useSteps(): Entry[] {
  const link = useLink()
  const startJob = useStartJob()
  const { data = [] } = useQuery(processingStepQueries.lookup())
  return newestSteps(data).flatMap((step) => {
    const { Title, FunctionName, Version } = step.properties
    const href = selfHref(step)
    const meta = `${FunctionName} ${Version}`
    return [
      {
        id: fill(texts.start, href),
        group: 'Start' as const,
        label: fill(texts.startAJobWith, Title),
        meta,
        icon: Play,
        sought: true as const,
        run: () => startJob({ step: href }),
      },
      link(texts.processingSteps, `/processing-steps/${encodeLink(href)}`, { label: Title, meta, icon: Blocks }),
    ]
  })
}

function useTags(isAsking: boolean): { entries: Entry[]; isSearching: boolean } {
  const link = useLink()
  const { data = [], isFetching } = useQuery({ ...usedTagsQuery, enabled: isAsking })
  const entries = data.map((tag) => link(texts.tags, `/groups/${encodeURIComponent(tag)}`, { label: tag, icon: Tag }))
  return { entries, isSearching: isFetching }
}

function useFound(asked: string): { entries: Entry[]; isSearching: boolean } {
  const link = useLink()
  const jobs = useQuery(jobsByNameQuery(asked))
  const data = useQuery(dataByNameQuery(asked))
  if (asked === '') return { entries: [], isSearching: false }
  const entries = [
    ...(jobs.data ?? []).map((job) => {
      const { Name, State, CreatedAt } = job.properties
      const meta = `${STATE_LABELS[State]}, ${formatWhen(CreatedAt)}`
      const href = `/jobs/${encodeLink(selfHref(job))}`
      return link('Jobs', href, { label: Name, meta, icon: ListChecks, found: true })
    }),
    ...(data.data ?? []).map((file) => {
      const { Name, MediaType, CreatedAt } = file.properties
      const meta = `${typeLabel(MediaType)}, ${formatWhen(CreatedAt)}`
      const href = `/workdata/explorer/${encodeLink(selfHref(file))}`
      return link(texts.workData, href, { label: Name, meta, icon: Database, found: true })
    }),
  ]
  return { entries, isSearching: jobs.isFetching || data.isFetching }
}
