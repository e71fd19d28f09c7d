import { useQuery } from '@tanstack/react-query'
import { CloudUpload, FolderUp, Link2, Upload } from 'lucide-react'
import { type ChangeEvent, lazy, Suspense, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { inPathOrder } from '#lib/dropped-files.ts'
import { rootQuery } from '#lib/entry-point.ts'
import { formatCount } from '#lib/format.ts'
import { usePage } from '#lib/page.ts'
import { actionOf } from '#lib/siren.ts'
import { touch } from '#lib/touch.ts'
import { addTransfers, type Transfer, useTransfers } from '#lib/transfers.ts'
import { DropZone } from './drop-zone.tsx'
import { MissingUploads } from './missing-uploads.tsx'
import { RecentUploads, useRecentUploads } from './recent-uploads.tsx'
import { SameNamesForAll } from './same-name.tsx'
import * as texts from './texts.ts'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { UploadFooter } from './upload-footer.tsx'
import { sortedByAttention } from './upload-order.ts'
import { UploadRow } from './upload-row.tsx'
import { useUploadTags } from './upload-tags.ts'
import { fileOfUrl, usePastedText } from './use-pasted-text.ts'

const UrlDialog = lazy(() => import('./url-dialog.tsx').then((module) => ({ default: module.UrlDialog })))

const PastedUrlDialog = lazy(() =>
  import('./pasted-url-dialog.tsx').then((module) => ({ default: module.PastedUrlDialog })),
)

/** If false, the button that selects files is beside the other buttons instead of in the drop zone. */
const dropsFiles = !touch.matches

/** The upload page. It lists all transfers of this browser tab, including those that were started on other pages. */
export function UploadScreen() {
  usePage([{ label: texts.workData, to: '/workdata/explorer' }, { label: texts.uploadFiles }])
  const transfers = useTransfers()
  const [tags] = useUploadTags()
  const pasted = usePastedText(tags)
  const recent = useRecentUploads()
  const isFirst = transfers.length === 0 && recent.data?.items.length === 0
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const chooses = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  const { data: root } = useQuery(rootQuery('WorkDataRoot'))
  const fromUrl = root && actionOf(root, 'UploadFromUrl')
  const [asksForUrl, setAsksForUrl] = useState(false)

  function add(event: ChangeEvent<HTMLInputElement>) {
    addTransfers(inPathOrder(event.target.files ?? []), tags)
    event.target.value = ''
  }

  // Keeps the focus on the button, which is re-created elsewhere when the first upload starts, and when the page learns
  // that there are no uploads yet.
  function keepFocus(element: HTMLButtonElement) {
    chooses.current = element
    if (hadFocus.current) element.focus()
    return () => {
      hadFocus.current = element === document.activeElement
    }
  }
  const chooser = (
    <Button ref={keepFocus} variant="primary" icon={<Upload />} onClick={() => files.current?.click()}>
      {texts.chooseFiles}
    </Button>
  )
  const isInZone = isFirst && dropsFiles

  return (
    <div className="flex min-h-full flex-1 flex-col">
      <PageHead
        once
        keepVerbs
        title={texts.uploadFiles}
        actions={
          <span data-fill className="flex flex-wrap gap-3 phone:w-full phone:gap-2 phone:*:flex-1">
            {fromUrl ? (
              <Button icon={<Link2 />} onClick={() => setAsksForUrl(true)}>
                {texts.fromUrl}
              </Button>
            ) : null}
            <Button className="touch:hidden" icon={<FolderUp />} onClick={() => folder.current?.click()}>
              {texts.chooseFolder}
            </Button>
            {isInZone ? null : chooser}
          </span>
        }
      />
      <input ref={files} type="file" multiple hidden aria-label={texts.filesToUpload} onChange={add} />
      <input
        ref={(element) => {
          folder.current = element
          element?.setAttribute('webkitdirectory', '')
        }}
        type="file"
        hidden
        aria-label={texts.folderToUpload}
        onChange={add}
      />
      {asksForUrl ? (
        <Suspense>
          <UrlDialog help={fromUrl?.title} tags={tags} onClose={() => setAsksForUrl(false)} />
        </Suspense>
      ) : null}
      {root && pasted.url !== undefined ? (
        <Suspense>
          <PastedUrlDialog
            url={pasted.url}
            help={fromUrl?.title}
            tags={tags}
            onText={() => addTransfers([fileOfUrl(pasted.url ?? '')], tags)}
            onClose={pasted.clear}
          />
        </Suspense>
      ) : null}
      <DropZone isWhole={isFirst} chooser={isInZone ? chooser : null} />
      <UnfinishedUploads transfers={transfers} onLast={() => chooses.current?.focus()} />
      <MissingUploads transfers={transfers} onClose={() => chooses.current?.focus()} />
      <SameNamesForAll transfers={transfers} />
      {transfers.length > 0 ? (
        <>
          <div className="mt-2.5 grid h-8.5 flex-none grid-cols-[minmax(0,1fr)_minmax(0,372px)_168px] sm:max-xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_168px] items-center gap-x-8 border-b border-line px-6 text-xs text-ink-2 phone:hidden">
            <span>{texts.file}</span>
            <span>{texts.progress}</span>
          </div>
          <UploadRows transfers={transfers} />
          <UploadFooter transfers={transfers} />
        </>
      ) : isFirst ? (
        <NoUploads />
      ) : (
        <RecentUploads query={recent} />
      )}
    </div>
  )
}

/** Only on touch screens, because elsewhere the drop zone says so. */
function NoUploads() {
  return (
    <div className="hidden flex-1 flex-col touch:flex">
      <EmptyState icon={CloudUpload} title={texts.noUploadsYet}>
        {texts.noUploadsHelp}
      </EmptyState>
    </div>
  )
}

const ROWS_SHOWN = 100

/** Only a limited number is shown initially, because there may be thousands. */
function UploadRows({ transfers }: { transfers: readonly Transfer[] }) {
  const [most, setMost] = useState(ROWS_SHOWN)
  const more = transfers.length - most
  return (
    <div className="flex-1">
      <ul aria-label={texts.uploads}>
        {sortedByAttention(transfers)
          .slice(0, most)
          .map((transfer) => (
            <UploadRow key={transfer.id} transfer={transfer} />
          ))}
      </ul>
      {more > 0 ? (
        <p className="flex items-center gap-3 px-6 py-3 text-ink-2 phone:px-4">
          {formatCount(more)} more {more === 1 ? 'file' : 'files'}
          <Button size="sm" onClick={() => setMost(most + 10 * ROWS_SHOWN)}>
            {texts.showMore}
          </Button>
        </p>
      ) : null}
    </div>
  )
}
