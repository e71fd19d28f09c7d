import {
  CircleX,
  Eye,
  EyeOff,
  LockKeyhole,
  LockKeyholeOpen,
  type LucideIcon,
  OctagonX,
  Tag,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'

const ICONS: Record<string, LucideIcon> = {
  CancelProcessing: CircleX,
  EditTags: Tag,
  Hide: EyeOff,
  UnHide: Eye,
  AllowOutputDataDeletion: LockKeyholeOpen,
  DisallowOutputDataDeletion: LockKeyhole,
  SetJobToErrorState: OctagonX,
  Delete: Trash2,
  DeleteWithOutputData: Trash2,
}

/** Returns the icon of an action, or an empty space for an action that the app doesn't know. */
export function actionIcon(name: string): ReactNode {
  const Icon = ICONS[name]
  return Icon ? <Icon aria-hidden="true" className="icon-sm" /> : <span className="size-3.5" />
}
