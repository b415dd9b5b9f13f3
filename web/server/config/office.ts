/** The office of the publications, `/redaktion`. */
import type { EnvironmentReader } from './environment.ts'
import { isSafe, origin, secret, serviceKey } from './values.ts'

const VARIABLES = {
  /** The only origin at which the office answers: an own host of this process. Needed beside scripts of other houses. */
  OFFICE_ORIGIN: origin.refine(isSafe, 'must be https, or on this machine').optional(),
  /** Seals the secrets of one-time codes; the same in every process. */
  OFFICE_SECRET: secret.optional(),
  /** Key of `npx lokalteil staff`; default: generated at the first start. */
  OFFICE_SERVICE_KEY: serviceKey.optional(),
}

export type OfficeConfig = {
  /** Null: the office answers at the publications' own origins, unless scripts of other houses run there. */
  officeOrigin: string | null
  officeSecret: string | null
  officeServiceKey: string | null
}

export function readOffice(environment: EnvironmentReader): OfficeConfig {
  const values = environment.parse(VARIABLES)
  return {
    officeOrigin: values.OFFICE_ORIGIN ?? null,
    officeSecret: values.OFFICE_SECRET ?? null,
    officeServiceKey: values.OFFICE_SERVICE_KEY ?? null,
  }
}
