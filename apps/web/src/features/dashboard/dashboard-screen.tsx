import { Play } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { usePage } from '#lib/page.ts'
import { useStartJob } from '#lib/use-start-job.ts'

/** What needs you, what runs, what came out; and the next job. */
export function DashboardScreen() {
  usePage([{ label: 'Dashboard' }])
  const startJob = useStartJob()
  return (
    <div className="px-6 py-5">
      <Button variant="primary" size="lg" icon={<Play aria-hidden="true" />} onClick={() => startJob()}>
        Start job
      </Button>
    </div>
  )
}
