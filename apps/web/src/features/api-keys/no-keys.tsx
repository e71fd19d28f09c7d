import { KeyRound, Plus } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { pythonSample } from './key-samples.ts'
import { CodeSample } from './key-trial.tsx'
import * as texts from './texts.ts'
import { useEntryAddress } from './use-entry-address.ts'

const INSTALL = 'pip install pinexq-client==1.1.0 pandas pyarrow'

/** Shown if there are no keys: explains what a key is for and how to use one. */
export function NoKeys({ onNew }: { onNew: () => void }) {
  const sample = pythonSample(useEntryAddress(), 'YOUR_API_KEY')
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-1 px-6 py-10 text-center phone:px-4">
      <span className="mb-3 grid size-12 place-items-center rounded-lg bg-tag text-ink-2">
        <KeyRound className="size-6" />
      </span>
      <h2 className="text-lg font-semibold">{texts.noApiKeysYet}</h2>
      <p className="max-w-md text-md text-balance text-ink-2">{texts.noKeysHelp}</p>
      <Button variant="primary" icon={<Plus />} className="mt-3" onClick={onNew}>
        {texts.newKey}
      </Button>
      <section aria-label={texts.withPython} className="mt-8 w-full max-w-[690px] text-left">
        <h3 className="text-sm font-medium">{texts.withPython}</h3>
        <p className="mb-1.5 text-xs text-ink-3">{texts.pythonClient}</p>
        <div className="grid grid-cols-1 gap-2">
          <CodeSample text={INSTALL} label={texts.copyCommand} wraps />
          <CodeSample text={sample} />
        </div>
      </section>
    </div>
  )
}
