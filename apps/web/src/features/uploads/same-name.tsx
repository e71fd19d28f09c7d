import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CircleCheck, Layers } from 'lucide-react'
import { Segmented } from '#components/ui/segmented.tsx'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { chooseForNames, type SameName, useSameNames } from '#lib/same-names.ts'
import type { Transfer } from '#lib/transfers.ts'
import * as texts from './texts.ts'

const CHOICES = [
  { value: 'both', label: texts.keepBoth },
  { value: 'version', label: texts.newVersion },
] as const

/** Asks what to do with a file whose name is already in use. */
export function SameNameChoice({ transfer: { id, file, state } }: { transfer: Transfer }) {
  const names = useSameNames()
  const name = names.get(id)
  // If there are several such files, the choice for all of them has the explanation.
  const isOne = names.size === 1
  if (!name || state === 'failed' || state === 'canceled') return null
  return (
    <div
      className={clsx(
        'col-span-full flex gap-x-3 gap-y-2 pt-1.5 pl-10 text-xs text-ink-2 phone:order-last phone:pt-0',
        isOne ? 'flex-col items-start' : 'flex-wrap items-center',
      )}
    >
      <Existing name={name} asks={isOne && state === 'done' && !name.isAdded && name.choice === 'both'} />
      {name.isAdded ? (
        <span className="flex items-center gap-1.5 font-medium text-success">
          <CircleCheck className="icon-sm" /> {texts.addedAsANewVersion}
        </span>
      ) : (
        <Segmented
          label={fill(texts.sameName, file.name)}
          size="sm"
          value={name.choice}
          onChange={(choice) => chooseForNames([id], choice)}
          choices={CHOICES}
        />
      )}
      {name.error ? <span className="text-danger">{name.error}</span> : null}
    </div>
  )
}

function Existing({ name, asks }: { name: SameName; asks: boolean }) {
  return (
    <span>
      <Link
        to="/workdata/explorer/$details"
        params={{ details: encodeLink(name.href) }}
        className="rounded-sm text-accent underline underline-offset-2"
      >
        {texts.aFileWithThisName}
      </Link>{' '}
      {asks ? texts.existsHelp : texts.alreadyExists}
    </span>
  )
}

/** Asks what to do with all files whose names are already in use. */
export function SameNamesForAll({ transfers }: { transfers: readonly Transfer[] }) {
  const names = useSameNames()
  const open = transfers.flatMap(({ id, state }) => {
    const name = names.get(id)
    return name && !name.isAdded && state !== 'failed' && state !== 'canceled' ? [{ id, choice: name.choice }] : []
  })
  if (open.length < 2) return null
  const [first] = open
  const common = open.every(({ choice }) => choice === first?.choice) ? first?.choice : undefined
  return (
    <section
      aria-label={texts.namesInUse}
      className="mx-6 mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-hover px-4 py-2.5 phone:mx-4"
    >
      <Layers className="icon-sm text-ink-3" />
      <span className="min-w-0 flex-1 phone:basis-full">{fill(texts.namesInUseHelp, formatCount(open.length))}</span>
      <Segmented
        label={texts.allFilesWithNamesInUse}
        size="sm"
        value={common ?? ''}
        onChange={(choice) =>
          choice !== '' &&
          chooseForNames(
            open.map(({ id }) => id),
            choice,
          )
        }
        choices={CHOICES}
      />
    </section>
  )
}
