import { moduleBeside } from '@millrace/processes/module-beside'
import type { Logger } from 'pino'
import type { Lanes } from '#limiter/lanes.ts'
import { slowTask, tooSlowToRead } from './preview-limits.ts'
import { processLane } from './process-lane.ts'

interface LaneOptions {
  /** The program of the child process, if it is not next to this file. */
  childEntry: string | undefined
  budget: Record<'quickMs' | 'quickBusyMs' | 'queryMs' | 'wholeMs' | 'wholeBusyMs' | 'busyBytes' | 'childBytes', number>
  log: Logger
}

const CHILD = moduleBeside(import.meta.url, 'preview-child')
const PICTURE_TOO_SLOW = 'This image takes too long to show here. Download it to view it.'
const PICTURE_TOO_LARGE = 'Showing this image needs more memory than a preview may use. Download it to view it.'
const CONTENTS_TOO_SLOW = 'This file takes too long to read here. Download it to view it.'
const CONTENTS_TOO_LARGE = 'Reading this file needs more memory than a preview may use. Download it to view it.'
const QUERY_TOO_SLOW = 'The query takes too long for a preview. A job has more time to run it.'

export type PreviewLanes = ReturnType<typeof previewLanes>

/** Opens the lanes of previews. Large files are read in separate lanes, so that they never delay quick previews. */
export function previewLanes(
  lanes: Pick<Lanes, 'previews' | 'decoders' | 'wholeTables' | 'jsonFiles' | 'queryPreviews'>,
  { childEntry, budget, log }: LaneOptions,
) {
  const options = { entry: childEntry ?? CHILD, memoryBytes: budget.childBytes, log }
  const quick = processLane(lanes.previews, {
    ...options,
    limitMs: budget.quickMs,
    busyLimitMs: budget.quickBusyMs,
    busyBytes: budget.busyBytes,
    busyTasks: ['rows', 'column', 'chart'],
  })
  const slow = processLane(lanes.wholeTables, {
    ...options,
    limitMs: budget.wholeMs,
    busyLimitMs: budget.wholeBusyMs,
    busyBytes: budget.busyBytes,
    tooSlow: (task, limitMs) => (task.kind === 'build' ? tooSlowToRead(limitMs) : slowTask(task, limitMs)),
  })
  const trial = processLane(lanes.queryPreviews, { ...options, limitMs: budget.queryMs, tooSlow: () => QUERY_TOO_SLOW })
  const pictures = processLane(lanes.decoders, {
    ...options,
    limitMs: budget.quickMs,
    tooSlow: () => PICTURE_TOO_SLOW,
    tooLarge: PICTURE_TOO_LARGE,
  })
  const contents = processLane(lanes.decoders, {
    ...options,
    limitMs: budget.quickMs,
    tooSlow: () => CONTENTS_TOO_SLOW,
    tooLarge: CONTENTS_TOO_LARGE,
  })
  const json = processLane(lanes.jsonFiles, {
    ...options,
    limitMs: budget.wholeMs,
    busyLimitMs: budget.wholeBusyMs,
    busyBytes: budget.busyBytes,
    tooSlow: () => CONTENTS_TOO_SLOW,
    tooLarge: CONTENTS_TOO_LARGE,
  })

  return {
    /** For pages, columns and other quick tasks. */
    quick,
    /** For reading and comparing large tables. */
    slow,
    /** For trying queries. */
    trial,
    pictures,
    /** For HDF5 and NetCDF files. */
    contents,
    /** For reading large JSON files. */
    json,
    close(): void {
      for (const lane of [trial, quick, pictures, contents, json, slow]) lane.close()
    },
  }
}
