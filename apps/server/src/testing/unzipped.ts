import { execFileSync } from 'node:child_process'

const READ = `
import io, json, sys, zipfile
with zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())) as archive:
    assert archive.testzip() is None
    print(json.dumps({name: archive.read(name).decode() for name in archive.namelist()}))`

/** Returns the contents of the text files in a ZIP archive by name, as Python reads them. */
export function unzipped(bytes: Uint8Array): Record<string, string> {
  return JSON.parse(execFileSync('python3', ['-c', READ], { input: bytes, encoding: 'utf8' })) as Record<string, string>
}
