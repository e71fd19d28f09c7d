import type { ExportParts } from '@millrace/contracts/account'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { callJson } from '#lib/api.ts'
import { saveFrom } from '#lib/save-file.ts'
import { Button } from './button.tsx'
import { buttonClass } from './button-class.ts'
import { Section } from './section.tsx'

interface ExportSectionProps {
  title: string
  help: string
  href: string
}

/** A download of everything that a user or an organization owns, in several archives if there are very many files. */
export function ExportSection({ title, help, href }: ExportSectionProps) {
  const start = useMutation({
    mutationFn: () => callJson<ExportParts>(`${href}/parts`),
    onSuccess({ parts }) {
      if (parts === 1) saveFrom(href)
    },
  })
  const parts = start.data?.parts ?? 1
  return (
    <Section
      title={title}
      help={help}
      actions={
        parts === 1 ? (
          <Button icon={<Download aria-hidden="true" />} working={start.isPending} onClick={() => start.mutate()}>
            Download all data
          </Button>
        ) : (
          Array.from({ length: parts }, (_, index) => `${href}?part=${index + 1}`).map((part, index) => (
            <a key={part} href={part} download className={buttonClass({})}>
              <Download aria-hidden="true" />
              Part {index + 1} of {parts}
            </a>
          ))
        )
      }
    />
  )
}
