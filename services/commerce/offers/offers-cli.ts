/**
 * `npm run offers -- list|show|save PUBLICATION …`: what a publication sells. Asks a running portal with its service key;
 * without one the database directly. A catalogue is saved whole or not at all; contracts that run keep their terms.
 * Ends with 0 when it was done, 1 when it was refused, 2 when the command was wrong.
 */
import { readFileSync } from 'node:fs'
import { Catalogue, type SavedCatalogue } from '@lokalteil/contracts/commerce'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { listTermTexts } from '@lokalteil/domain/commerce/offer-terms'
import { toCode } from '@lokalteil/domain/publication/publications'
import { z } from 'zod'
import { parseCommand, refuse, runProgram, type Environment, type Terminal } from '../../platform/operator-command.ts'
import { withPlatform } from '../cli-platform.ts'

const USAGE = `Usage: npm run offers -- list PUBLICATION
       npm run offers -- show PUBLICATION > offers.json
       npm run offers -- save PUBLICATION offers.json

PUBLICATION is the code of one. 'list' says what is sold and what waits until the publication has what it
grants; 'show' prints the catalogue as a file that 'save' takes. 'save' replaces it: an offer that is left out can no longer
be ordered, contracts that run keep what was agreed. An offer the law does not allow is named, and nothing is saved.

  --url BASE    the running portal (default: http://127.0.0.1:PORT)
  --key KEY     its key (default: SUBSCRIPTION_SERVICE_KEY or DATA_DIR/keys/subscription.key)
  --help`

const VERBS = new Set(['list', 'show', 'save'])

export async function runOffers(
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  const parsed = parseCommand(args, {}, USAGE, terminal)
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  const [verb = '', code = '', file, ...rest] = positionals
  if (!VERBS.has(verb)) return wrong(verb === '' ? 'What is to be done?' : `There is no "${verb}".`)
  const mandator = toCode(code)
  if (mandator === null) return wrong(code === '' ? 'Which publication?' : `There is no publication "${code}".`)
  if ((verb === 'save') !== (file !== undefined) || rest.length > 0)
    return wrong(verb === 'save' ? 'Which file? One.' : `"${verb}" takes no file.`)
  const given = file === undefined ? null : readCatalogue(file)
  if (typeof given === 'string') {
    terminal.err(`${given}\nNothing was changed.\n`)
    return 1
  }

  const done = await withPlatform(
    { mandator, environment, url: values.url, key: values.key, keeps: 'offers' },
    (platform) => platform.getSavedCatalogue({}),
    async (platform) => {
      if (given !== null) {
        const saved = await platform.saveCatalogue({ body: given })
        if (!saved.ok) return refuse({ terminal }, saved)
        terminal.out(`${given.offers.length} offers saved\n`)
      }
      const found = await platform.getSavedCatalogue({})
      if (!found.ok) return refuse({ terminal }, found)
      terminal.out(verb === 'show' ? toFile(found.data) : toList(found.data))
      return 0
    },
  )
  return typeof done === 'string' ? wrong(done) : done
}

function readCatalogue(file: string): Catalogue | string {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
  const parsed = Catalogue.safeParse(value)
  return parsed.success ? parsed.data : `${file} is no catalogue:\n${z.prettifyError(parsed.error)}`
}

function toFile({ offers, readerService }: SavedCatalogue): string {
  const plain = offers.map(({ missing: _missing, ...offer }) => offer)
  return `${JSON.stringify({ offers: plain, readerService }, null, 2)}\n`
}

function toList({ offers, obstacles = [] }: SavedCatalogue): string {
  if (offers.length === 0) return 'no offers\n'
  const closed = obstacles.map((what) => `  ${what}\n`).join('')
  const head = closed === '' ? '' : `Nothing of it can be ordered yet:\n${closed}`
  return `${head}${offers
    .map((offer) => {
      const price = `${formatPrice(offer.priceCents)}${offer.periodMonths === null ? '' : ` for ${offer.periodMonths} months`}`
      const sold = obstacles.length === 0 ? 'sold' : 'not sold yet'
      const state = offer.missing.length === 0 ? sold : `waits, the publication has no ${offer.missing.join(', ')}`
      return `${offer.id}  ${offer.name}  ${price}  ${state}\n    ${listTermTexts(offer, null).join(' ')}\n`
    })
    .join('')}`
}

if (import.meta.main) await runProgram(runOffers)
