import { textDecoder } from '@millrace/tables/legacy-encoding'
import { describe, expect, it } from 'vitest'
import { convertTable } from '#steps/convert-table.ts'
import { runOn } from '#testing.ts'

/** Encodes a string. Learns the bytes of each character from the decoder. */
function encoded(text: string, encoding: string): Uint8Array {
  const bytesOf = new Map<string, number[]>()
  const learn = (bytes: number[]) => {
    const sign = textDecoder(encoding).decode(new Uint8Array(bytes))
    if ([...sign].length === 1 && sign !== '\ufffd' && !bytesOf.has(sign)) bytesOf.set(sign, bytes)
  }
  for (let byte = 0; byte < 256; byte += 1) learn([byte])
  for (let lead = 0x81; lead < 0xff; lead += 1) for (let byte = 0x40; byte < 0xff; byte += 1) learn([lead, byte])
  return new Uint8Array([...text].flatMap((sign) => bytesOf.get(sign) ?? [63]))
}

const RUSSIAN = 'Станция;Уровень;Примечание\nВолгоград;301,5;обычный\nМосква;250;высокая вода, ремонт\n'
const GREEK = 'Σταθμός;Στάθμη;Σημείωση\nΑθήνα;301,5;κανονική λειτουργία\nΘεσσαλονίκη;250;υψηλή\n'
const JAPANESE = '日時,観測所,水位\n2024-03-01 00:00,さいたま,301.5\n2024-03-01 01:00,トウキョウ,250\n'
const CHINESE = '时间,站点,水位\n2024-03-01 00:00,北京的水文站,301.5\n2024-03-01 01:00,上海观测点,250\n'
const GERMAN = 'Station;Höhe\nKöln;301,5\nDüsseldorf;250\nMünchen;7\n'
const POLISH = 'Stacja;Wartość\nŁódź;1\nKraków główny;2\nWąbrzeźno;3\nŚwięta;4\nWągrowiec;5\nStąporków;6\n'

async function textOf(bytes: Uint8Array, parameters = {}) {
  const outcome = await runOn(convertTable, { 'old.csv': bytes }, { format: 'json', ...parameters })
  return { text: await outcome.text('converted'), log: outcome.log.join('\n') }
}

describe('a file in a legacy encoding', () => {
  it.each([
    ['windows-1251', RUSSIAN, 'Волгоград'],
    ['koi8-r', RUSSIAN, 'Волгоград'],
    ['windows-1253', GREEK, 'Θεσσαλονίκη'],
    ['shift_jis', JAPANESE, 'さいたま'],
    ['gb18030', CHINESE, '北京的水文站'],
    ['macintosh', GERMAN, 'Düsseldorf'],
    ['macintosh', 'lieu;v\nmaître;1\nboîte;2\nmaître;3\n', 'maître'],
    ['cp850', GERMAN, 'Düsseldorf'],
    ['cp850', 'Station;Wert\nKÖLN;1\nKÖLN;2\nDÜSSELDORF;3\n', 'DÜSSELDORF'],
    ['cp850', 'lieu;v\ncréé;1\nété;2\nprès;3\n', 'créé'],
    ['windows-1252', 'lieu;v\ncréé;1\nl’été;2\nprès;3\n', 'l’été'],
    ['macintosh', 'lieu;v\ncréé;1\nété;2\nîle;3\nfraîche;3\n', 'fraîche'],
    ['windows-1252', 'a;v\n„Köln”;1\nwait…what;2\nKraft™X;3\n', '„Köln”'],
    ['windows-1252', GERMAN, 'Düsseldorf'],
    ['windows-1250', POLISH, 'Wąbrzeźno'],
  ])('is detected from its letters: %s', async (encoding, content, word) => {
    expect((await textOf(encoded(content, encoding))).text).toContain(word)
  })

  it.each([
    ['windows-1251', 'имя;v\nдом;1\n', 'имя'],
    ['euc-kr', '역,수위\n서울,1\n', '서울'],
  ])('is refused if it cannot be detected, and read if it is named: %s', async (encoding, content, word) => {
    const bytes = encoded(content, encoding)

    await expect(textOf(bytes)).rejects.toThrow('its encoding could not be detected. Set “Encoding”')
    expect((await textOf(bytes, { encoding })).text).toContain(word)
  })

  it('is refused with a clear message if the named encoding is wrong', async () => {
    await expect(textOf(encoded(GERMAN, 'windows-1252'), { encoding: 'shift_jis' })).rejects.toThrow(
      'old.csv is not written in Shift JIS',
    )
  })

  it.each(['élève créé là-bas', '12 °C µg/m³ «ça»', 'naïve €5 – “quoted”', 'Änderungen über Grüße'])(
    'is Latin-1 with western letters: %s',
    async (words) => {
      expect((await textOf(encoded(`a;b\n1;${words}\n`, 'windows-1252'))).text).toContain(words)
    },
  )
})
