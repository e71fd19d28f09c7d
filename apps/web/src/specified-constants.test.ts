import { ACTIVITY_PAGE } from '@millrace/contracts/activity'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Toaster } from '#components/ui/toaster.tsx'
import { UserListSearch } from '#features/admin/users/user-list-search.ts'
import { apiKeysOnOpen } from '#features/api-keys/api-keys.queries.ts'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { JobListSearch } from '#features/jobs/list/job-list-search.ts'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { workflowQueries } from '#features/workflows/workflows.queries.ts'
import { ApiProblem } from '#lib/api.ts'
import { rootQuery } from '#lib/entry-point.ts'
import { createQueryClient } from '#lib/query-client.ts'
import { uploadFile } from '#lib/upload.ts'
import { ROUTER_DEFAULTS } from './router-defaults.ts'

const { queries } = createQueryClient().getDefaultOptions()

afterEach(() => void vi.unstubAllGlobals())

describe('the constants of the specification', () => {
  it.each([
    ['jobs', jobQueries.list({}).staleTime, 20_000],
    ['work data', workDataQueries.list({}).staleTime, 20_000],
    ['workflows', workflowQueries.list({}).staleTime, 20_000],
    ['processing steps', processingStepQueries.lookup().staleTime, 500_000],
    ['the step that runs workflows', workflowQueries.executeStep().staleTime, Number.POSITIVE_INFINITY],
    ['links', rootQuery('JobsRoot').staleTime, 600_000],
    ['API keys, when their page opens', apiKeysOnOpen.staleTime, 10_000],
    ['everything else', queries?.staleTime, 60_000],
  ])('say how long data counts as current: %s', (_what, staleTime, milliseconds) => {
    expect(staleTime).toBe(milliseconds)
  })

  it('set the size of a page of each list', () => {
    expect(JobListSearch.parse({})).toMatchObject({ PageSize: 20, PageOffset: 0 })
    expect(UserListSearch.parse({})).toMatchObject({ limit: 50, offset: 0 })
    expect(ACTIVITY_PAGE.default).toBe(100)
  })

  it('set a pause of one second before a lost connection is tried again', () => {
    const tries = (failures: number) =>
      typeof queries?.retry === 'function' && queries.retry(failures, new ApiProblem(0, ''))

    expect(queries?.retryDelay).toBe(1000)
    expect([tries(0), tries(2)]).toEqual([true, false])
  })

  it('set when pages are preloaded, shown as pending and forgotten', () => {
    expect(ROUTER_DEFAULTS).toMatchObject({
      defaultPreloadDelay: 50,
      defaultPendingMs: 1000,
      defaultPendingMinMs: 500,
      defaultGcTime: 5 * 60_000,
      defaultPreloadStaleTime: 30_000,
    })
  })

  it('set how many toasts are shown, and for how long', () => {
    const { props } = Toaster()

    expect(props).toMatchObject({ duration: 4000, visibleToasts: 3, gap: 14, hotkey: ['altKey', 'KeyT'] })
    expect(props.toastOptions.classNames).toMatchObject({
      toast: expect.stringContaining('w-[356px]'),
      error: expect.stringContaining('destructive'),
      success: expect.stringContaining('success'),
    })
  })

  it('end an upload after ten minutes', async () => {
    const sent: XMLHttpRequest[] = []
    class Request {
      upload = {}
      open() {}
      setRequestHeader() {}
      send() {
        sent.push(this as unknown as XMLHttpRequest)
      }
    }
    vi.stubGlobal('XMLHttpRequest', Request)
    vi.stubGlobal('location', { origin: 'http://localhost:3000' })
    const { signal } = new AbortController()
    const uploading = uploadFile({ name: 'Upload', href: '/api/WorkData' }, new File(['a'], 'a.csv'), {
      idempotencyKey: 'key',
      signal,
      onProgress() {},
    })

    sent[0]?.ontimeout?.(new Event('timeout') as ProgressEvent)

    expect(sent[0]?.timeout).toBe(600_000)
    await expect(uploading).rejects.toThrow('The upload took longer than 10 minutes.')
  })
})
