import { FindTools } from '../find-tools.tsx'
import { HITS_MAX } from './text-hits.ts'
import * as texts from './texts.ts'
import type { TextFind } from './use-text-find.ts'

/** The search in a text. It also responds to Ctrl+F, because the browser's search would find only the lines in view. */
export function TextFindTools({ find, isPart = false }: { find: TextFind; isPart?: boolean }) {
  return (
    <FindTools
      label={texts.searchTheText}
      text={find.wanted}
      onFind={find.find}
      matches={find.hits.length}
      match={find.at + 1}
      isPartial={find.hits.length === HITS_MAX}
      isPart={isPart || find.isCut}
      isFindInPage
      onStep={find.step}
    />
  )
}
