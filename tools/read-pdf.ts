import { inflateSync } from 'node:zlib'

/** The text of a PDF file, by the tables that map glyphs to letters. */
export function readPdf(bytes: Uint8Array): string {
  const file = inflate(Buffer.from(bytes).toString('latin1'))
  const objects = new Map([...file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [id!, body!]))
  const fonts = new Map<string, Map<number, string>>()
  for (const [, name, id] of file.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = objects.get(/\/ToUnicode (\d+) 0 R/.exec(objects.get(id!) ?? '')?.[1] ?? '') ?? ''
    const letters = new Map<number, string>()
    for (const [, first, list] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
      for (const [index, [, code]] of [...list!.matchAll(/<([0-9a-f ]+)>/gi)].entries())
        letters.set(
          Number.parseInt(first!, 16) + index,
          Buffer.from(code!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
        )
    }
    fonts.set(name!, letters)
  }
  let text = ''
  let font = ''
  for (const [, name, shown] of file.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = name
    else {
      for (const [, codes] of shown!.matchAll(/<([0-9a-f]*)>/gi))
        for (const [code] of codes!.matchAll(/.{4}/g))
          text += fonts.get(font)?.get(Number.parseInt(code, 16)) ?? '\uFFFD'
      text += '\n'
    }
  }
  return text
}

/** Streams that are not compressed stay unchanged. */
function inflate(file: string): string {
  return file.replace(/stream\r?\n([\s\S]*?)\r?\nendstream/g, (whole, packed: string) => {
    try {
      return `stream\n${inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')}\nendstream`
    } catch {
      return whole
    }
  })
}
