/** Monthly budget of a household: money left, and the share of each expense. All amounts in cents per month. */

type Share = { name: string; cents: number; percent: number }
export type Budget = { incomeCents: number; spentCents: number; leftCents: number; shares: readonly Share[] }

/** Shares of the income, or of the expenses if they are higher; largest first, complete. */
export function toBudget(incomeCents: number, spent: readonly { name: string; cents: number }[]): Budget {
  const spentCents = spent.reduce((sum, { cents }) => sum + cents, 0)
  const whole = Math.max(incomeCents, spentCents)
  return {
    incomeCents,
    spentCents,
    leftCents: incomeCents - spentCents,
    shares: spent
      .map(({ name, cents }) => ({ name, cents, percent: whole === 0 ? 0 : Math.round((cents * 1000) / whole) / 10 }))
      .toSorted((a, b) => b.cents - a.cents),
  }
}
