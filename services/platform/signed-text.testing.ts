/** Signed texts as an attacker may change them. The signature stands last. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Changes the first letter of the signature. It carries six whole bits, so the bytes always differ. */
export function withTouchedSignature(text: string): string {
  const at = text.search(/[\w-]+$/)
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
}

/** All spellings that tolerant decoders take for the same bytes. */
export function listOtherSpellings(text: string): [name: string, text: string][] {
  const at = text.search(/[\w-]+$/)
  const [start, signature] = [text.slice(0, at), text.slice(at)]
  const last = LETTERS.indexOf(signature.at(-1)!)
  const spellings: [string, string][] = [
    ['spare bits', signature.length % 4 < 2 ? signature : signature.slice(0, -1) + LETTERS[last ^ 1]!],
    ['padding', signature.padEnd(Math.ceil((signature.length + 1) / 4) * 4, '=')],
    ['letters of base64', signature.replaceAll('-', '+').replaceAll('_', '/')],
    ['a space', `${signature} `],
    ['a line break', `${signature}\n`],
    ['a letter more', `${signature}A`],
    ['a part more', `${signature}.A`],
    ['capitals', signature.toUpperCase()],
  ]
  return spellings.map(([name, one]): [string, string] => [name, start + one]).filter(([, one]) => one !== text)
}
