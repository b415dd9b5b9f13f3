/** Compares a year of driving with petrol and electricity, and when the electric car's higher price pays off. */

/** Kilograms of CO₂ per litre of petrol (E5), from the German environment agency. */
const PETROL_KG = 2.326
/** Kilograms of CO₂ per kilowatt-hour of German electricity in 2024, estimate of the same agency. */
const ELECTRICITY_KG = 0.363

export type Drive = {
  petrolCents: number
  electricCents: number
  /** Yearly savings with electricity, in cents; negative: it costs more. */
  savedCents: number
  petrolKg: number
  electricKg: number
  /** Years until the higher price pays off; null: never. */
  years: number | null
}

/** Consumption per 100 kilometres, prices in euros; `moreCents`: how much dearer the electric car is, in cents. */
export function toDrive(
  kilometres: number,
  petrol: { litres: number; price: number },
  electric: { kwh: number; price: number },
  moreCents: number,
): Drive {
  const petrolCents = Math.round(kilometres * petrol.litres * petrol.price)
  const electricCents = Math.round(kilometres * electric.kwh * electric.price)
  const savedCents = petrolCents - electricCents
  return {
    petrolCents,
    electricCents,
    savedCents,
    petrolKg: Math.round((kilometres * petrol.litres * PETROL_KG) / 100),
    electricKg: Math.round((kilometres * electric.kwh * ELECTRICITY_KG) / 100),
    years: moreCents === 0 ? 0 : savedCents <= 0 ? null : Math.round((moreCents * 10) / savedCents) / 10,
  }
}
