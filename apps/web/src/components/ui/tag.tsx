import { isSweepTag } from '@millrace/contracts/sweep-tags'
import { Tag as TagIcon, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { fill } from '#lib/fill.ts'
import * as texts from './texts.ts'

/** A tag. The key of `key=value` is dimmed. With `onRemove`, the tag has a remove button. */
export function Tag({ text, onRemove, onClick }: { text: string; onRemove?: () => void; onClick?: () => void }) {
  const cut = text.indexOf('=')
  const words = (
    <span className="truncate">
      {cut > 0 ? <span className="text-ink-3">{text.slice(0, cut + 1)}</span> : null}
      {cut > 0 ? text.slice(cut + 1) : text}
    </span>
  )
  return (
    <span
      className="inline-flex h-5 min-w-7 max-w-56 items-center rounded-sm bg-tag px-1.5 text-xs text-ink"
      title={text}
    >
      {onClick ? (
        <button type="button" onClick={onClick} className="flex min-w-0 hover:text-accent">
          {words}
        </button>
      ) : (
        words
      )}
      {onRemove ? (
        <button
          type="button"
          onClick={onRemove}
          aria-label={fill(texts.removeTag, text)}
          className="-mr-1 ml-0.5 rounded-sm p-0.5 text-ink-3 hover:text-ink"
        >
          <X className="icon-sm block" />
        </button>
      ) : null}
    </span>
  )
}

/**
 * The first tags of a row, and how many more there are. Tags of sweeps are left out. Tags shrink to leave room for a
 * name.
 */
export function TagList({
  tags: all,
  most = 2,
  onTag,
}: {
  tags: readonly string[]
  most?: number
  onTag?: (tag: string) => void
}) {
  const tags = all.filter((tag) => !isSweepTag(tag))
  if (tags.length === 0) return null
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {tags.slice(0, most).map((tag) => (
        <Tag key={tag} text={tag} {...(onTag ? { onClick: () => onTag(tag) } : {})} />
      ))}
      {tags.length > most ? (
        <span className="flex-none text-xs text-ink-3" title={tags.slice(most).join('\n')}>
          +{tags.length - most}
        </span>
      ) : null}
    </span>
  )
}

/**
 * The tags after the name of a row. The tags shrink first. If they still don’t fit beside the full name, they wrap to a
 * second line, which is clipped. The number of tags is positioned one line above the tags, so that it becomes visible
 * when they wrap.
 */
export function RowTags(props: ComponentProps<typeof TagList>) {
  const tags = props.tags.filter((tag) => !isSweepTag(tag))
  if (tags.length === 0) return null
  return (
    <span className="row-tags">
      <span>
        <TagList {...props} />
        <span aria-hidden="true" title={tags.join('\n')}>
          <TagIcon className="icon-sm" />
          {tags.length}
        </span>
      </span>
    </span>
  )
}
