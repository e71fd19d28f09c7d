import { Download } from 'lucide-react'
import { buttonClass } from './button-class.ts'
import { Section } from './section.tsx'

interface ExportSectionProps {
  title: string
  help: string
  href: string
}

/** A download of everything that a user or an organization owns. */
export function ExportSection({ title, help, href }: ExportSectionProps) {
  return (
    <Section
      title={title}
      help={help}
      actions={
        <a href={href} download className={buttonClass({})}>
          <Download aria-hidden="true" />
          Download all data
        </a>
      }
    />
  )
}
