import { useMemo, useState } from 'react'
import { jsonLine } from './json-line.ts'
import { type JsonValue, jsonRows, opensAtFirst } from './json-rows.ts'
import { TreeFrame } from './tree-frame.tsx'

/** A value as a tree. */
export function JsonTree({ value, label }: { value: JsonValue; label: string }) {
  const [touched, setTouched] = useState<ReadonlyMap<string, boolean>>(new Map())
  const rows = useMemo(
    () => jsonRows(value, (pointer, depth, size) => touched.get(pointer) ?? opensAtFirst(pointer, depth, size)),
    [value, touched],
  )
  return (
    <TreeFrame
      rows={rows}
      label={label}
      lineOf={jsonLine}
      onOpen={({ id }, isOpen) => setTouched((before) => new Map(before).set(id, isOpen))}
    />
  )
}
