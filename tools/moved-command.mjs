/**
 * The scripts by which commands were called before `npx lokalteil`: `npm run billing -- …` prints the line to type instead,
 * and ends with 1.
 */
const asTyped = (words) => words
const toPublication = (code) => (code === undefined ? [] : ['--publication', code])
/** VERB PUBLICATION … */
const verbFirst = ([verb, code, ...rest]) => [verb, ...rest, ...toPublication(code)]
/** PUBLICATION VERB …; `verb`: the default verb. */
const publicationFirst = ([code, ...rest], verb, rename = asTyped) => [
  ...rename(rest.length === 0 ? [verb] : rest),
  ...toPublication(code),
]
/** Options may have stood before the verb. */
const verbToFront = ([option, code, ...rest]) =>
  option === '--publication' ? [...rest, option, code] : [option, code, ...rest]

const MOVED = {
  articles: verbFirst,
  billing: verbToFront,
  codes: verbToFront,
  coins: verbFirst,
  community: (words) =>
    publicationFirst(words, 'pending', ([verb, statement, outcome, ...rest]) =>
      verb === 'answer' ? [outcome, statement, ...rest] : [verb, statement, outcome, ...rest],
    ),
  customers: verbFirst,
  declarations: verbFirst,
  epaper: verbFirst,
  import: (words) => (['rejects', 'retry', 'status', 'poll'].includes(words[0]) ? words : toRead(words)),
  markets: verbFirst,
  notices: verbFirst,
  offers: verbFirst,
  paywall: (words) =>
    publicationFirst(words, 'rules', ([verb, action, ...rest]) =>
      verb !== 'institutions' || action === undefined
        ? [verb, action, ...rest]
        : [action === 'usage' ? action : `${action}-institution`, ...rest],
    ),
  publication: ([verb, ...rest]) =>
    verb === 'export' ? [verb, ...rest.slice(1), ...toPublication(rest[0])] : [verb, ...rest],
  push: asTyped,
  settings: (words) =>
    publicationFirst(words, 'show', ([verb, ...rest]) => (verb === 'show' ? [verb] : ['set', verb, ...rest])),
  shop: verbFirst,
  status: (words) => ['queues', ...words],
}

function toRead(words) {
  const at = words.indexOf('--watch')
  return at < 0 ? ['read', ...words] : ['watch', words[at + 1], ...words.toSpliced(at, 2)]
}

const noun = process.env.npm_lifecycle_event ?? ''
const typed = process.argv.slice(2)
const isHelp = typed.includes('--help') || (typed.length === 0 && noun !== 'status')
const words = isHelp ? ['--help'] : MOVED[noun](typed).filter((word) => word !== undefined)
const quote = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
console.error(
  `npm run ${noun} is gone. Nothing was done. Type:\n\n  ${['npx lokalteil', noun, ...words.map(quote)].join(' ')}\n`,
)
process.exitCode = 1
