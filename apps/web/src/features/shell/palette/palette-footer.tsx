import { Kbd } from '#components/ui/kbd.tsx'
import { useAdminMode } from '#lib/admin-mode.ts'
import { fill } from '#lib/fill.ts'
import { keyCaps } from '#lib/keys.ts'
import * as texts from './texts.ts'

/** Lists the keys of the palette, and announces the number of results to screen readers. */
export function PaletteFooter({ count, isSearching }: { count: number; isSearching: boolean }) {
  const [adminMode] = useAdminMode()
  return (
    <footer className="flex h-9 flex-none items-center gap-4 border-t border-line px-4 text-xs text-ink-3 touch:hidden">
      <Hint caps={['↑', '↓']} text="move" />
      <Hint caps={['↵']} text="go" />
      <Hint caps={[keyCaps('mod+enter')]} text={texts.inANewTab} />
      <Hint caps={['>']} text={texts.commandsHint} />
      <Hint caps={['#']} text={texts.tagsHint} />
      <Hint caps={['@']} text={adminMode ? texts.peopleHint : texts.workspacesHint} />
      <span role="status" className="sr-only">
        {isSearching ? '' : fill(texts.resultCount, count)}
      </span>
    </footer>
  )
}

function Hint({ caps, text }: { caps: readonly string[]; text: string }) {
  return (
    <span className="flex items-center gap-1.5">
      {caps.map((cap) => (
        <Kbd key={cap}>{cap}</Kbd>
      ))}
      {text}
    </span>
  )
}
