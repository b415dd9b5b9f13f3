/** The twelve signs (R1-76) in their order, with their first and last day. */
export const SIGNS = [
  { key: 'widder', name: 'Widder', symbol: '♈', from: '21. März', to: '20. April' },
  { key: 'stier', name: 'Stier', symbol: '♉', from: '21. April', to: '20. Mai' },
  { key: 'zwillinge', name: 'Zwillinge', symbol: '♊', from: '21. Mai', to: '21. Juni' },
  { key: 'krebs', name: 'Krebs', symbol: '♋', from: '22. Juni', to: '22. Juli' },
  { key: 'loewe', name: 'Löwe', symbol: '♌', from: '23. Juli', to: '23. August' },
  { key: 'jungfrau', name: 'Jungfrau', symbol: '♍', from: '24. August', to: '23. September' },
  { key: 'waage', name: 'Waage', symbol: '♎', from: '24. September', to: '23. Oktober' },
  { key: 'skorpion', name: 'Skorpion', symbol: '♏', from: '24. Oktober', to: '22. November' },
  { key: 'schuetze', name: 'Schütze', symbol: '♐', from: '23. November', to: '21. Dezember' },
  { key: 'steinbock', name: 'Steinbock', symbol: '♑', from: '22. Dezember', to: '20. Januar' },
  { key: 'wassermann', name: 'Wassermann', symbol: '♒', from: '21. Januar', to: '19. Februar' },
  { key: 'fische', name: 'Fische', symbol: '♓', from: '20. Februar', to: '20. März' },
] as const
export type Sign = (typeof SIGNS)[number]
export type SignKey = Sign['key']

export function findSign(key: string): Sign | null {
  return SIGNS.find((sign) => sign.key === key) ?? null
}
