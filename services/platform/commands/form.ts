/**
 * The form of a verb, `grant READER COUNT --reason TEXT [--expires DAY]`: its arguments and options. Capitals are arguments,
 * `[…]` may be left out, `…` may be repeated; an option without a word is a switch.
 */

/** The arguments by name: a positional one in small letters, an option without its hyphens. */
export type Given<Form extends string> = Form extends `${string} ${infer Parts}` ? Fields<Split<Parts>> : object

type Split<Text extends string, Done extends string[] = []> = Text extends `${infer One} ${infer Rest}`
  ? Split<Rest, [...Done, One]>
  : [...Done, Text]

type Fields<Parts extends string[], Done = unknown> = Parts extends [
  `[--${infer Name}]`,
  ...infer Rest extends string[],
]
  ? Fields<Rest, Done & { [Key in Name]?: true }>
  : Parts extends [`[--${infer Name}`, `${infer Word}]`, ...infer Rest extends string[]]
    ? Fields<Rest, Done & Field<Name, Word, true>>
    : Parts extends [`--${infer Name}`, infer Word extends string, ...infer Rest extends string[]]
      ? Fields<Rest, Done & Field<Name, Word, false>>
      : Parts extends [`[${infer Word}]`, ...infer Rest extends string[]]
        ? Fields<Rest, Done & Field<Lowercase<Single<Word>>, Word, true>>
        : Parts extends [infer Word extends string, ...infer Rest extends string[]]
          ? Fields<Rest, Done & Field<Lowercase<Single<Word>>, Word, false>>
          : Done

type Single<Word extends string> = Word extends `${infer One}…` ? One : Word
type Field<Name extends string, Word extends string, MayLack extends boolean> = Word extends `${string}…`
  ? { [Key in Name]: readonly string[] }
  : MayLack extends true
    ? { [Key in Name]?: string }
    : { [Key in Name]: string }

/** `option` '': an argument; `word` '': a switch. */
export type Part = { option: string; word: string; isNeeded: boolean; isMany: boolean }
const PART = /(\[)?(?:--([a-z-]+)(?: ([A-Z][A-Z-]*))?|([A-Z][A-Z=-]*))(…)?(\])?(?= |$)/g

export function parseForm(form: string): { words: Part[]; options: Part[] } {
  const parts = [...form.matchAll(PART)].map(([, open, option = '', ofOption = '', word = ofOption, many]) => ({
    option,
    word,
    isNeeded: open === undefined,
    isMany: many !== undefined,
  }))
  return { words: parts.filter(({ option }) => option === ''), options: parts.filter(({ option }) => option !== '') }
}
