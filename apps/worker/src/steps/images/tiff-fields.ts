import { type FileHandle, open } from 'node:fs/promises'
import type { TiffEntry } from '@millrace/figures/tiff-directory'

const ENTRY_BYTES = 12
const TEXT = 2
const SHORT = 3
const LONG = 4
const FLOAT = 11
const RATIONAL = 5
const DOUBLE = 12

export function textField(tag: number, text: string): TiffEntry {
  const bytes = Buffer.from(`${text}\0`)
  return { tag, type: TEXT, count: bytes.length, bytes }
}

export function shortField(tag: number, values: readonly number[]): TiffEntry {
  return { tag, type: SHORT, count: values.length, bytes: Buffer.from(Uint16Array.from(values).buffer) }
}

export function longField(tag: number, values: readonly number[]): TiffEntry {
  return { tag, type: LONG, count: values.length, bytes: Buffer.from(Uint32Array.from(values).buffer) }
}

export function doubleField(tag: number, values: readonly number[]): TiffEntry {
  return { tag, type: DOUBLE, count: values.length, bytes: Buffer.from(Float64Array.from(values).buffer) }
}

/** Returns the fields for the resolution in pixels per inch, if it is known. */
export function densityFields(density: number | undefined): TiffEntry[] {
  if (density === undefined) return []
  const bytes = Buffer.from(Uint32Array.from([Math.round(density * 1000), 1000]).buffer)
  const each = (tag: number): TiffEntry => ({ tag, type: RATIONAL, count: 1, bytes })
  return [each(282), each(283), shortField(296, [2])]
}

/** Returns the numbers in a field. Accepts several types, because some programs write a wrong type. */
export function doublesOf({ type, bytes }: TiffEntry): number[] {
  const each = (width: number, read: (at: number) => number) =>
    Array.from({ length: Math.floor(bytes.length / width) }, (_, at) => read(width * at))
  if (type === DOUBLE) return each(8, (at) => bytes.readDoubleLE(at))
  if (type === FLOAT) return each(4, (at) => bytes.readFloatLE(at))
  if (type === LONG) return each(4, (at) => bytes.readUInt32LE(at))
  return type === SHORT ? each(2, (at) => bytes.readUInt16LE(at)) : []
}

/**
 * Adds fields to the only page of a TIFF file, and removes the fields with the given tags. The file must be from the
 * encoder or `writeSamples`: little-endian and not BigTIFF. The directory moves to the end of the file.
 */
export async function addFields(
  path: string,
  fields: readonly TiffEntry[],
  removed: readonly number[] = [],
): Promise<void> {
  if (fields.length === 0 && removed.length === 0) return
  await using file = await open(path, 'r+')
  const start = (await bytesAt(file, 4, 4)).readUInt32LE()
  const length = (await bytesAt(file, start, 2)).readUInt16LE() * ENTRY_BYTES
  const old = await bytesAt(file, start + 2, length)
  const kept: [tag: number, entry: Buffer][] = Array.from({ length: length / ENTRY_BYTES }, (_, at) => {
    const entry = old.subarray(at * ENTRY_BYTES, (at + 1) * ENTRY_BYTES)
    return [entry.readUInt16LE(), entry]
  })
  const { size } = await file.stat()
  await appendDirectory(file, { at: size, fields, kept: kept.filter(([tag]) => !removed.includes(tag)) })
}

/** Appends values and a directory to the file, and updates the offset of the directory in the file's header. */
export async function appendDirectory(
  file: FileHandle,
  { at, fields, kept = [] }: { at: number; fields: readonly TiffEntry[]; kept?: [tag: number, entry: Buffer][] },
): Promise<void> {
  // Values and directories must start at even offsets.
  const parts: Buffer[] = [Buffer.alloc(at % 2)]
  let end = at + (at % 2)
  const added = fields.map(({ tag, type, count, bytes }): [number, Buffer] => {
    const entry = Buffer.alloc(ENTRY_BYTES)
    entry.writeUInt16LE(tag)
    entry.writeUInt16LE(type, 2)
    entry.writeUInt32LE(count, 4)
    if (bytes.length <= 4) {
      bytes.copy(entry, 8)
    } else {
      entry.writeUInt32LE(end, 8)
      parts.push(bytes, Buffer.alloc(bytes.length % 2))
      end += bytes.length + (bytes.length % 2)
    }
    return [tag, entry]
  })
  const replaced = new Set(added.map(([tag]) => tag))
  const entries = [...kept.filter(([tag]) => !replaced.has(tag)), ...added].sort(([a], [b]) => a - b)
  const count = Buffer.alloc(2)
  count.writeUInt16LE(entries.length)
  parts.push(count, ...entries.map(([, entry]) => entry), Buffer.alloc(4))
  const pointer = Buffer.alloc(4)
  pointer.writeUInt32LE(end)
  const bytes = Buffer.concat(parts)
  await file.write(bytes, 0, bytes.length, at)
  await file.write(pointer, 0, 4, 4)
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer
}
