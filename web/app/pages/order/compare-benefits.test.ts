import { expect, it } from 'vitest'
import { compareBenefits } from './OfferComparison.tsx'

it('lists benefits of all offers once', () => {
  const { shared, own } = compareBenefits([
    { id: 'plus', benefits: ['Alles', 'Verschenken'] },
    { id: 'epaper', benefits: ['Zeitung', 'Alles'] },
    { id: 'small', benefits: ['Alles'] },
  ])
  expect([shared, ...own.values()]).toEqual([['Alles'], ['Verschenken'], ['Zeitung'], []])
  expect(compareBenefits([]).shared).toEqual([])
})
