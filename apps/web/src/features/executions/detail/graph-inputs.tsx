import type { ExecutionEdge, ExecutionInput } from '@millrace/contracts/executions'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Layers } from 'lucide-react'
import { FileIcon } from '#components/ui/file-icon.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import type { Point } from '#components/workflow-graph/graph-geometry.ts'
import { plural } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import type { Size } from '#lib/size.ts'
import * as texts from './texts.ts'

/** Minimum height of a node with two lines for its title. */
export const TWO_LINES = 64

/** Prefix of the keys of inputs. It contains a space, which ids of nodes can't contain. */
const PREFIX = 'input '

/** Returns whether a key in the graph belongs to an input rather than to a node. */
export function isInputKey(key: string): boolean {
  return key.startsWith(PREFIX)
}

/** Returns the keys of inputs in the graph, and the edges to the nodes that read them. */
export function drawnInputs(inputs: readonly ExecutionInput[]): { keys: string[]; edges: ExecutionEdge[] } {
  const keys = inputs.map((_, at) => `${PREFIX}${at}`)
  const edges = inputs.flatMap(({ NodeIds }, at) =>
    NodeIds.map((To) => ({ From: keys[at] ?? '', To, Uses: true as const })),
  )
  return { keys, edges }
}

interface GraphInputsProps {
  inputs: readonly ExecutionInput[]
  places: ReadonlyMap<string, Point>
  size: Size
}

/** The work data that nodes read, shown to the left of the nodes. A single file links to its page. */
export function GraphInputs({ inputs, places, size }: GraphInputsProps) {
  return (
    <ul aria-label={texts.inputs}>
      {inputs.map((input, at) => {
        const { x = 0, y = 0 } = places.get(`${PREFIX}${at}`) ?? {}
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: inputs have no identity except their position
          <li key={at} className="absolute" style={{ left: x, top: y }}>
            <InputNode input={input} size={size} />
          </li>
        )
      })}
    </ul>
  )
}

const BOX = '@container/flow flex items-center rounded-lg border border-line-strong bg-raised px-2.5'

function InputNode({ input, size }: { input: ExecutionInput; size: Size }) {
  const { Name, WorkDataUrl, Files } = input
  const content = (
    <span className="flex min-w-0 items-start gap-2">
      <span className="flex-none pt-0.5 text-ink-3">
        {Files === 1 ? <FileIcon {...(Name !== null && { name: Name })} /> : <Layers className="icon-sm" />}
      </span>
      <span className="min-w-0">
        {input.Title === null ? (
          <span className="flex leading-4 font-medium">
            <MiddleTruncate text={filesOf(input)} />
          </span>
        ) : (
          <span
            className={clsx(
              'leading-4 font-medium wrap-anywhere',
              size.height < TWO_LINES ? 'line-clamp-1' : 'line-clamp-2',
            )}
          >
            {input.Title}
          </span>
        )}
        <span className="block truncate text-xs text-ink-2">{input.Title === null ? texts.input : filesOf(input)}</span>
      </span>
    </span>
  )
  if (WorkDataUrl === null) {
    return (
      <span className={BOX} style={size}>
        {content}
      </span>
    )
  }
  return (
    <Link
      to="/workdata/explorer/$details"
      params={{ details: encodeLink(WorkDataUrl) }}
      title={Name ?? undefined}
      className={`${BOX} hover:border-control`}
      style={size}
    >
      {content}
    </Link>
  )
}

function filesOf({ Files, Name }: ExecutionInput): string {
  return Files === 1 ? (Name ?? texts.deletedFile) : plural(Files, 'file')
}

/** The work data that nodes read, in the page header on phones, where the graph lacks room for it. */
export function InputsInHead({ inputs: [first, ...more] }: { inputs: readonly ExecutionInput[] }) {
  if (!first) return null
  const words = filesOf(first)
  return (
    <span className="flex min-w-0 items-center gap-1.5 sm:hidden">
      {texts.input}
      {first.WorkDataUrl === null ? (
        <span>{words}</span>
      ) : (
        <Link
          to="/workdata/explorer/$details"
          params={{ details: encodeLink(first.WorkDataUrl) }}
          className="truncate font-medium text-accent hover:underline"
        >
          {words}
        </Link>
      )}
      {more.length > 0 ? <span>+{more.length}</span> : null}
    </span>
  )
}
