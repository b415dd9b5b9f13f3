/**
 * A loan with equal monthly instalments in whole cents: the month's interest on the remaining debt is rounded, and the last
 * instalment is the rest. Repayments sum to the amount, to the cent.
 */

export type Loan = {
  instalmentCents: number
  lastCents: number
  totalCents: number
  interestCents: number
  /** One entry per year of the loan. */
  years: readonly LoanYear[]
}
type LoanYear = { year: number; interestCents: number; repaidCents: number; leftCents: number }

/** `percent`: nominal interest per year. */
export function toLoan(amountCents: number, months: number, percent: number): Loan {
  const rate = percent / 1200
  const instalmentCents = Math.max(1, Math.round(toInstalment(amountCents, months, rate)))
  const years: { year: number; interestCents: number; repaidCents: number; leftCents: number }[] = []
  let left = amountCents
  let [totalCents, interestCents, lastCents] = [0, 0, 0]
  for (let month = 1; month <= months && left > 0; month++) {
    const interest = Math.round(left * rate)
    // Rounding may end the loan a month early, or leave some cents for the last month.
    const paid = month === months ? left + interest : Math.min(instalmentCents, left + interest)
    left -= paid - interest
    totalCents += paid
    interestCents += interest
    lastCents = paid
    if ((month - 1) % 12 === 0)
      years.push({ year: years.length + 1, interestCents: 0, repaidCents: 0, leftCents: left })
    const year = years.at(-1)!
    year.interestCents += interest
    year.repaidCents += paid - interest
    year.leftCents = left
  }
  return { instalmentCents, lastCents, totalCents, interestCents, years }
}

function toInstalment(amountCents: number, months: number, rate: number): number {
  return rate === 0 ? amountCents / months : (amountCents * rate) / -Math.expm1(-months * Math.log1p(rate))
}
