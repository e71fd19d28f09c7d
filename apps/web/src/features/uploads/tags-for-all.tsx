import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Input } from '#components/ui/input.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { toast } from '#lib/toast.ts'
import * as texts from './texts.ts'
import { useUploadTags } from './upload-tags.ts'

/** Tags for all files on the page, which can be set before, during or after the upload. */
export function TagsForAll() {
  const [tags, setTags] = useUploadTags()
  const [typing, setTyping] = useState(false)

  function change(next: readonly string[]) {
    setTags(next).catch((error: unknown) =>
      toast.error(error instanceof Error ? error.message : texts.theTagsCouldNotBeSaved),
    )
  }

  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('tag')).trim()
    event.currentTarget.reset()
    if (text === '') setTyping(false)
    else if (!tags.includes(text)) change([...tags, text])
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-xs text-ink-2">{texts.tagsForNewUploads}</span>
      {tags.map((tag) => (
        <Tag key={tag} text={tag} onRemove={() => change(tags.filter((other) => other !== tag))} />
      ))}
      {typing ? (
        <form onSubmit={add} onBlur={() => setTyping(false)}>
          <Input
            inputSize="sm"
            name="tag"
            aria-label={texts.newTag}
            placeholder="season=autumn"
            autoFocus
            autoComplete="off"
            maxLength={1024}
            className="w-44!"
            onKeyDown={(event) => event.key === 'Escape' && setTyping(false)}
          />
        </form>
      ) : (
        <Button
          variant="quiet"
          size="sm"
          className="px-1.5!"
          icon={<Plus className="icon-sm" />}
          onClick={() => setTyping(true)}
        >
          {texts.tag}
        </Button>
      )}
    </div>
  )
}
