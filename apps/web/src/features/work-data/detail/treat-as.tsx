import { lazy, Suspense, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { actionOf } from '#lib/siren.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import * as texts from './texts.ts'

const MediaTypeDialog = lazy(() =>
  import('./media-type-dialog.tsx').then((module) => ({ default: module.MediaTypeDialog })),
)

/** Button that opens the dialog for the media type. Renders nothing if the type can’t be changed. */
export function TreatAs({ file }: { file: WorkDataDocument }) {
  const [isAsking, setIsAsking] = useState(false)
  const action = actionOf(file, 'EditMediaType')
  if (!action) return null
  return (
    <>
      <Button size="sm" onClick={() => setIsAsking(true)}>
        {texts.treatAsVerb}
      </Button>
      {isAsking ? (
        <Suspense>
          <MediaTypeDialog file={file} action={action} onClose={() => setIsAsking(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
