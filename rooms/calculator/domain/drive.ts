/** Driving on petrol against driving on electricity, a year, and when a higher price of the car has come back. */

/** Kilograms of CO₂ a litre of petrol (E5), as the German environment agency counts it. */
const PETROL_KG = 2.326
/** Kilograms of CO₂ a kilowatt-hour of the German mix of 2024, as the agency estimates it. */
const ELECTRICITY_KG = 0.363

export type Drive = {
  petrolCents: number
  electricCents: number
  /** Of electricity; negative: it costs more. */
  savedCents: number
  petrolKg: number
  electricKg: number
  /** Until the higher price has come back; null: never. */
  years: number | null
}

/** Consumption for 100 kilometres, prices in euros, `moreCents`: by which the electric car is dearer. */
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
