/** `npx lokalteil NOUN VERB …`: all nouns, those of own rooms too, each loaded when it is asked for. `tools/lokalteil.mjs` starts this file. */
import { ROOM_NOUNS } from '@lokalteil/rooms/commands'
import type { Run } from '@lokalteil/services/platform/commands/command'

type Entry = { about: string; load: () => Promise<Run> }

const CORE_NOUNS: Readonly<Record<string, Entry>> = {
  articles: {
    about: 'a single article: correct its headline, withdraw it, bring it back, redirect its address',
    load: async () => (await import('@lokalteil/services/content/articles-cli')).runArticles,
  },
  backup: {
    about: 'everything a portal needs, in one file: write it while the portal runs, check it, restore it',
    load: async () => (await import('@lokalteil/services/backup/cli')).runBackup,
  },
  billing: {
    about: 'collect, book and give back money, and write the files for the bank',
    load: async () => (await import('@lokalteil/services/commerce/billing/billing-cli')).runBilling,
  },
  codes: {
    about: 'codes to give away: access, coins, vouchers',
    load: async () => (await import('@lokalteil/services/commerce/codes/codes-cli')).runCodes,
  },
  coins: {
    about: 'coins of readers: give, take back, check the books',
    load: async () => (await import('@lokalteil/services/commerce/coins/coins-cli')).runCoins,
  },
  community: {
    about: 'comments and reviews: moderate, ban, answer complaints',
    load: async () => (await import('@lokalteil/services/community/cli')).runCommunity,
  },
  consent: {
    about: 'receipts for answers about consent, the list of registered vendors',
    load: async () => (await import('@lokalteil/services/consent/cli')).runConsent,
  },
  customers: {
    about: 'find and change what a customer has; bring subscribers along',
    load: async () => (await import('@lokalteil/services/commerce/office/customers-cli')).runCustomers,
  },
  declarations: {
    about: 'cancellations and withdrawals that readers filed',
    load: async () => (await import('@lokalteil/services/commerce/contracts/declarations-cli')).runDeclarations,
  },
  figures: {
    about: 'what is read: views, visitors, sources, the way to an order, speed',
    load: async () => (await import('@lokalteil/services/figures/cli')).runFigures,
  },
  import: {
    about: 'bring in documents of agencies and former sites; try again what was set aside',
    load: async () => (await import('@lokalteil/services/import/cli')).runImport,
  },
  offers: {
    about: 'what a publication sells',
    load: async () => (await import('@lokalteil/services/commerce/offers/offers-cli')).runOffers,
  },
  paywall: {
    about: 'rules of the paywall, why a reader saw what; libraries and schools',
    load: async () => (await import('@lokalteil/services/paywall/cli')).runPaywall,
  },
  publication: {
    about: 'publications as folders: make, check, apply, export',
    load: async () => (await import('@lokalteil/services/publications/cli')).runPublication,
  },
  settings: {
    about: 'site settings of a publication',
    load: async () => {
      const { createSettingsCommand } = await import('@lokalteil/services/library/settings-cli')
      const { readConfig } = await import('../config/config.ts')
      const { isOfficeApart } = await import('../config/third-parties.ts')
      return createSettingsCommand((environment) => {
        const read = readConfig(environment)
        return read.ok && isOfficeApart(read.config)
      })
    },
  },
  staff: {
    about: 'people of the office: invite, lock, reset a lost second factor',
    load: async () => (await import('@lokalteil/services/office/cli')).runStaff,
  },
  status: {
    about: 'how the queues of the portal are doing',
    load: async () => (await import('./status-command.ts')).runStatus,
  },
}

export const NOUNS: Readonly<Record<string, Entry>> = Object.fromEntries(
  Object.entries<Entry>({ ...CORE_NOUNS, ...ROOM_NOUNS }).toSorted(([one], [other]) => (one < other ? -1 : 1)),
)

const toHelp = (nouns: Readonly<Record<string, Entry>>) => `npx lokalteil NOUN VERB [--publication CODE] …

${Object.entries(nouns)
  .map(([name, { about }]) => `  ${name.padEnd(14)}${about}`)
  .join('\n')}

npx lokalteil NOUN --help lists what can be done, npx lokalteil NOUN VERB --help what one of it takes. --publication may be left
out where there is one publication, or MANDATOR names it. The running portal is asked (--url, else http://127.0.0.1:PORT) with
the key of the service (--key, else a variable or a file below DATA_DIR/keys); some commands open the database where none runs.

Exit codes: 0 done; 1 refused, or something was found wrong; 2 the command was wrong, or nothing could be asked.
`

export const runLokalteil: Run = async ([name = '', ...args], environment, terminal, now) => {
  if (Object.hasOwn(NOUNS, name)) return (await NOUNS[name]!.load())(args, environment, terminal, now)
  const { readRoomsOf, toRoomsText } = await import('./own-rooms.ts')
  const own = await readRoomsOf(environment)
  const noun = own.rooms.find((room) => room.name === name)?.own?.noun
  if (noun !== undefined) return (await noun.load())(args, environment, terminal, now)
  const help = toHelp({
    ...NOUNS,
    ...Object.fromEntries(own.rooms.flatMap((room) => (room.own?.noun ? [[room.name, room.own.noun]] : []))),
  })
  const isHelp = name === '--help' || name === 'help'
  terminal.err(toRoomsText(own))
  if (isHelp) terminal.out(help)
  else terminal.err(`${name === '' ? 'Say what it is about.' : `There is no "${name}".`}\nNothing was done.\n\n${help}`)
  return isHelp ? 0 : 2
}

if (import.meta.main) {
  // A closed output (`| head`) does not stop the work.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  process.exitCode = await runLokalteil(process.argv.slice(2), process.env, {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isInteractive: process.stderr.isTTY,
  })
}
