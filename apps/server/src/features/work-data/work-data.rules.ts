import type { WorkDataAction } from '@millrace/contracts/work-data'

/** What the offers depend on. */
export interface WorkDataFacts {
  hidden: boolean
  deletable: boolean
  isUsed: boolean
}

/** When each action is on offer. The documents advertise it and the service checks it, both from this table. */
const OFFERS: Record<WorkDataAction, (data: WorkDataFacts) => boolean> = {
  Rename: () => true,
  EditComment: () => true,
  EditTags: () => true,
  Hide: (data) => !data.hidden,
  UnHide: (data) => data.hidden,
  AllowDeletion: (data) => !data.deletable && !data.isUsed,
  DisallowDeletion: (data) => data.deletable,
  Delete: (data) => data.deletable && !data.isUsed,
}

export function offers(data: WorkDataFacts, action: WorkDataAction): boolean {
  return OFFERS[action](data)
}
