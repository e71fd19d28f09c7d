import { clsx } from 'clsx'
import { useState } from 'react'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { curlSample, pythonSample, workerSample } from './key-samples.ts'
import * as texts from './texts.ts'
import { useEntryAddress } from './use-entry-address.ts'

type Tool = 'curl' | 'python'

const SAMPLES = { curl: curlSample, python: pythonSample }

/** A curl command or Python program to copy, which uses the new key. */
export function KeyTrial({ text, onCopied }: { text: string; onCopied: () => void }) {
  const [tool, setTool] = useState<Tool>('curl')
  const sample = SAMPLES[tool](useEntryAddress(), text)
  return (
    <section aria-label={texts.tryIt}>
      <div className="mb-1.5 flex items-center">
        <h3 className="flex-1 text-sm font-medium text-ink">{texts.tryIt}</h3>
        <Segmented
          label={texts.tryItWith}
          size="sm"
          value={tool}
          onChange={setTool}
          className="text-xs"
          choices={[
            { value: 'curl', label: 'curl' },
            { value: 'python', label: texts.python },
          ]}
        />
      </div>
      <CodeSample text={sample} onCopied={onCopied} />
    </section>
  )
}

/** A command to copy that starts a worker with the new key. */
export function WorkerTrial({ text, onCopied }: { text: string; onCopied: () => void }) {
  return (
    <section aria-label={texts.startAWorker}>
      <h3 className="mb-1.5 text-sm font-medium text-ink">{texts.startAWorker}</h3>
      <CodeSample text={workerSample(useEntryAddress(), text)} onCopied={onCopied} />
    </section>
  )
}

interface CodeSampleProps {
  text: string
  label?: string
  wraps?: boolean
  onCopied?: () => void
}

/** A few lines of code with a button that copies them. */
export function CodeSample({ text, label = texts.copyCode, wraps = false, onCopied }: CodeSampleProps) {
  return (
    <div className="relative rounded-md bg-sunken" {...(onCopied ? { onCopy: onCopied } : {})}>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the code scrolls, also by keys
        tabIndex={0}
        className={clsx(
          'mono-sm rounded-md py-2 leading-5 text-ink',
          wraps ? 'whitespace-pre-wrap' : 'scroll-thin scroll-fade-x overflow-x-auto',
        )}
      >
        <code className="inline-block pr-11 pl-3.5">{text}</code>
      </pre>
      <span className="absolute top-1 right-1 flex size-7 items-center justify-center bg-sunken before:absolute before:inset-y-0 before:right-full before:w-6 before:bg-linear-to-l before:from-sunken before:to-transparent before:pointer-events-none">
        <CopyButton text={text} label={label} {...(onCopied ? { onCopied } : {})} />
      </span>
    </div>
  )
}
