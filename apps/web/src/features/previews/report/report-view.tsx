import { useMutation } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { type ReactNode, useMemo, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { fill } from '#lib/fill.ts'
import { NoPreview } from '../no-preview.tsx'
import { PreviewToolbar } from '../preview-toolbar.tsx'
import type { PreviewedFile } from '../previews.queries.ts'
import { ScrollArea } from '../scroll-area.tsx'
import { exportReport, printReport } from './export-report.ts'
import { readReport } from './read-report.ts'
import { ReportArticle } from './report-article.tsx'
import * as texts from './texts.ts'

export default function ReportView({ text, file, views }: { text: string; file: PreviewedFile; views?: ReactNode }) {
  const report = useMemo(() => readReport(text), [text])
  const article = useRef<HTMLElement>(null)
  const run = useMutation({
    mutationFn: async (action: typeof exportReport) => {
      if (article.current && report) await action(article.current, report.title)
    },
  })
  if (!report) {
    return (
      <>
        <PreviewToolbar views={views} />
        <NoPreview file={file}>{texts.notAReport}</NoPreview>
      </>
    )
  }
  return (
    <>
      <PreviewToolbar views={views}>
        <Button size="sm" variant="quiet" icon={<Printer />} onClick={() => run.mutate(printReport)}>
          {texts.print}
        </Button>
        <Button size="sm" variant="quiet" icon={<Download />} onClick={() => run.mutate(exportReport)}>
          {texts.saveAsHtml}
        </Button>
      </PreviewToolbar>
      <ScrollArea label={fill(texts.report, report.title)}>
        <ReportArticle ref={article} report={report} />
      </ScrollArea>
    </>
  )
}
