import { BODY_LIMITS, DISCARD_MS } from './body-limits.ts'
import { fairLane, type LaneRule } from './fair-lane.ts'
import { foregroundRequests } from './foreground.ts'
import { tarpit } from './tarpit.ts'

/*
 * Limits on what one account may use at a time, and on what all accounts together may use. Anonymous requests are
 * counted by address. Ordinary clients, such as a Python program with 32 threads, fit into most queues, so mainly
 * floods are refused.
 */

const WAIT_MS = 4000

const RULES = {
  /** Lists, counts and tags. A query that cannot use indexes occupies a core for up to LIST_STATEMENT_MS. */
  lists: { what: 'queries', perOwner: 2, total: 6, waiting: 64, waitMs: WAIT_MS, rest: 2 },
  /**
   * Pages of tables and other quick previews, including small tables, which are read completely. Each running preview
   * has its own child process, so a slow table does not delay other running previews.
   */
  previews: { what: 'previews', perOwner: 1, total: 2, waiting: 32, waitMs: 20_000 },
  /** Images and HDF5 files. They have their own lane, so that they don’t delay tables. */
  decoders: { what: 'previews of images and HDF5 files', perOwner: 1, total: 1, waiting: 64, waitMs: 20_000 },
  /** Large tables that are read completely, which takes several minutes for 10 GB. */
  wholeTables: { what: 'previews of large tables', perOwner: 1, total: 1, waiting: 8, waitMs: 3_600_000 },
  /** Large JSON files that are read completely, which takes about 10 s per gigabyte. */
  jsonFiles: { what: 'previews of large JSON files', perOwner: 1, total: 1, waiting: 8, waitMs: 180_000 },
  /** Previews of queries being written. They have their own lane, so a slow query doesn’t delay other previews. */
  queryPreviews: { what: 'query previews', perOwner: 1, total: 1, waiting: 4, waitMs: 10_000 },
  /** Event streams. The total is high, because every open browser of a large organization needs one. */
  streams: { what: 'event streams', perOwner: 50, total: 2000, waiting: 0, waitMs: 0, refusalMs: 4000 },
  /** Uploads at full speed. Waiting uploads continue slowly, because their clients would otherwise time out. */
  uploads: { what: 'uploads', perOwner: 4, total: 16, waiting: 36, waitMs: BODY_LIMITS.uploadMs },
  /** Bodies of refused requests that are discarded at full speed. Waiting bodies are discarded slowly. */
  discards: { what: 'refused requests', perOwner: 2, total: 8, waiting: 40, waitMs: DISCARD_MS },
  /** Other requests whose bodies have not fully arrived. */
  bodies: { what: 'unfinished requests', perOwner: 40, total: 1000, waiting: 40, waitMs: WAIT_MS },
  /** The same as `bodies`, for requests without a session or key. Counted per address. */
  anonymousBodies: { what: 'unfinished requests', perOwner: 5, total: 500, waiting: 10, waitMs: 1000 },
  /** Downloads of files. Each download holds up to 2 MB of memory, however slowly the client reads. */
  downloads: { what: 'downloads', perOwner: 40, total: 400, waiting: 200, waitMs: 20_000 },
  /** Archives of many files, which are created while they are sent. */
  archives: { what: 'downloads of archives', perOwner: 2, total: 8, waiting: 40, waitMs: 20_000, rest: 2 },
  /**
   * Requests with large JSON, which block the event loop for up to 50 ms. Waiting requests keep the JSON as bytes,
   * which take less memory than its values.
   */
  largeBodies: { what: 'large requests', perOwner: 2, total: 8, waiting: 64, waitMs: WAIT_MS, rest: 7 },
  /** Starts of large workflows, each of which reads, checks and stores up to 10,000 nodes. */
  largeWorkflows: { what: 'starts of large workflows', perOwner: 1, total: 2, waiting: 16, waitMs: 15_000, rest: 2 },
} satisfies Record<string, LaneRule>

type LaneName = keyof typeof RULES
export type LaneRules = Record<LaneName, LaneRule>
export type Lanes = ReturnType<typeof openLanes>

/** Creates the lanes of this process, all empty. Tests pass stricter rules. */
export function openLanes(changes: Partial<LaneRules> = {}, foreground = foregroundRequests()) {
  const rules: LaneRules = { ...RULES, ...changes }
  const open = (rule: LaneRule) => fairLane(rule, foreground.isShared)
  return {
    lists: open(rules.lists),
    previews: open(rules.previews),
    decoders: open(rules.decoders),
    wholeTables: open(rules.wholeTables),
    jsonFiles: open(rules.jsonFiles),
    queryPreviews: open(rules.queryPreviews),
    streams: open(rules.streams),
    uploads: open(rules.uploads),
    discards: open(rules.discards),
    bodies: open(rules.bodies),
    anonymousBodies: open(rules.anonymousBodies),
    downloads: open(rules.downloads),
    archives: open(rules.archives),
    largeBodies: open(rules.largeBodies),
    largeWorkflows: open(rules.largeWorkflows),
    foreground,
    slowRefusal: tarpit(),
  }
}
