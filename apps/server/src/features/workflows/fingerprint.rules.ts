import { createHash } from 'node:crypto'

/** An input of a run, with all properties that a deterministic step may use. */
export type InputFile = [slot: number, item: number, sha256: string, name: string, mediaType: string]

/** What determines the results of a run of a deterministic step. */
export interface RunContent {
  stepId: string
  parameters: Record<string, unknown>
  files: InputFile[]
}

/** Returns a hash of the step version, the parameters and the inputs. The order of the parameters does not matter. */
export function fingerprintOf({ stepId, parameters, files }: RunContent): string {
  return createHash('sha256')
    .update(JSON.stringify([stepId, parameters, files], sortedKeys))
    .digest('base64url')
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
