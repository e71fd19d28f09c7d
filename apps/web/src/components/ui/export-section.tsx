import type { ExportParts } from '@millrace/contracts/account'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { callJson } from '#lib/api.ts'
import { fill } from '#lib/fill.ts'
import { saveFrom } from '#lib/save-file.ts'
import { Button } from './button.tsx'
import { Section } from './section.tsx'
import * as texts from './texts.ts'

interface ExportSectionProps {
  title: string
  help: string
  href: string
}

/**
 * A download of everything that a user or an organization owns, in several archives if there are very many files. The
 * number of parts is requested first, so the page can show why a download is refused.
 */
export function ExportSection({ title, help, href }: ExportSectionProps) {
  const [parts, setParts] = useState(1)
  const start = useMutation({
    mutationFn: (_part: number | undefined) => callJson<ExportParts>(`${href}/parts`),
    onSuccess({ parts: count }, part) {
      setParts(count)
      if (count === 1) saveFrom(href)
      else if (part !== undefined) saveFrom(`${href}?part=${part}`)
    },
  })
  const icon = <Download />
  return (
    <Section
      title={title}
      help={help}
      actions={
        parts === 1 ? (
          <Button icon={icon} working={start.isPending} onClick={() => start.mutate(undefined)}>
            {texts.downloadAllData}
          </Button>
        ) : (
          Array.from({ length: parts }, (_, index) => index + 1).map((part) => (
            <Button
              key={part}
              icon={icon}
              working={start.isPending && start.variables === part}
              onClick={() => start.mutate(part)}
            >
              {fill(texts.partOf, part, parts)}
            </Button>
          ))
        )
      }
    />
  )
}
