/**
 * `npx lokalteil offers`: the catalogue of a publication. It is saved whole or not at all; running contracts keep their terms.
 */
import { Catalogue, type SavedCatalogue } from '@lokalteil/contracts/commerce'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { listTermTexts } from '@lokalteil/domain/commerce/offer-terms'
import { z } from 'zod'
import { Fault, type Call } from '../../platform/commands/call.ts'
import { defineNoun } from '../../platform/commands/command.ts'
import { readJsonFile, say } from '../../platform/commands/reach.ts'
import { PLATFORM } from '../cli-platform.ts'

export const runOffers = defineNoun({
  name: 'offers',
  reach: PLATFORM,
  words: { FILE: 'a catalogue, as "show" prints it' },
  verbs: {
    list: {
      about: 'what is sold, and what waits until the publication has what it grants',
      ask: (platform) => say(platform.getSavedCatalogue({}), toList),
    },
    show: {
      about: 'prints the catalogue as a file that "save" takes',
      ask: (platform) => say(platform.getSavedCatalogue({}), toFile),
    },
    'save FILE': {
      about:
        'replaces the catalogue: an offer that is left out can no longer be ordered, contracts that run keep what was agreed. An offer the law does not allow is named, and nothing is saved',
      run({ file }, call) {
        const catalogue = readCatalogue(call, file)
        return async (platform) => {
          const saved = await platform.saveCatalogue({ body: catalogue })
          if (!saved.ok) return saved
          call.terminal.out(`${catalogue.offers.length} offers saved\n`)
          return say(platform.getSavedCatalogue({}), toList)
        }
      },
    },
  },
})

function readCatalogue(call: Call, file: string): Catalogue {
  const parsed = Catalogue.safeParse(readJsonFile(call, file, 'content'))
  if (!parsed.success) throw new Fault(`${file} is no catalogue:\n${z.prettifyError(parsed.error)}`, 'content')
  return parsed.data
}

function toFile({ offers, readerService }: SavedCatalogue): string {
  const plain = offers.map(({ missing: _missing, ...offer }) => offer)
  return JSON.stringify({ offers: plain, readerService }, null, 2)
}

function toList({ offers, obstacles = [] }: SavedCatalogue): string[] {
  if (offers.length === 0) return ['no offers']
  return [
    ...(obstacles.length === 0 ? [] : ['Nothing of it can be ordered yet:', ...obstacles.map((what) => `  ${what}`)]),
    ...offers.flatMap((offer) => {
      const price = `${formatPrice(offer.priceCents)}${offer.periodMonths === null ? '' : ` for ${offer.periodMonths} months`}`
      const sold = obstacles.length === 0 ? 'sold' : 'not sold yet'
      const state = offer.missing.length === 0 ? sold : `waits, the publication has no ${offer.missing.join(', ')}`
      return [`${offer.id}  ${offer.name}  ${price}  ${state}`, `    ${listTermTexts(offer, null).join(' ')}`]
    }),
  ]
}
