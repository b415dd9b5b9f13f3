/** The office of the publications, `/redaktion`. */
import { Grant } from '@lokalteil/contracts/office'
import { OFFICE_ROLES } from '@lokalteil/domain/office/acts'
import { z } from 'zod'
import type { EnvironmentReader } from './environment.ts'
import { flag, httpAddress, isSafe, json, origin, secret, serviceKey } from './values.ts'

const VARIABLES = {
  /** The only origin at which the office answers: an own host of this process. Needed beside scripts of other houses. */
  OFFICE_ORIGIN: origin.refine(isSafe, 'must be https, or on this machine').optional(),
  /** Seals the secrets of one-time codes; the same in every process. */
  OFFICE_SECRET: secret.optional(),
  /** Key of `npx lokalteil staff`; default: generated at the first start. */
  OFFICE_SERVICE_KEY: serviceKey.optional(),
}

const EXAMPLE = '{"newsroom":{"role":"editor","publication":"musterbote","mayPublish":true,"sections":["sport"]}}'

const RoleOfProvider = z
  .strictObject({
    role: z.enum(OFFICE_ROLES),
    publication: Grant.shape.publication.default('*'),
    mayPublish: z.boolean().default(false),
    sections: Grant.shape.sections.default([]),
  })
  .transform((grant) => ({ ...grant, mayPublish: grant.mayPublish || grant.role === 'chief' }))

/** The house's own provider of sign-ins. */
const PROVIDER_VARIABLES = {
  // A slash at its end belongs to it.
  OFFICE_SSO_ISSUER: z
    .string()
    .refine((value) => httpAddress.safeParse(value).success, 'must be an http(s) address')
    .refine(isSafe, 'must be https, or on this machine')
    .optional(),
  OFFICE_SSO_CLIENT_ID: z.string().min(1).max(200).optional(),
  OFFICE_SSO_CLIENT_SECRET: z.string().min(1).max(500).optional(),
  OFFICE_SSO_SCOPE: z
    .string()
    .max(300)
    .refine((value) => value.split(' ').includes('openid'), 'must contain openid')
    .default('openid profile email'),
  /** Name of a claim, or a dotted path to one. */
  OFFICE_SSO_ROLES_CLAIM: z.string().min(1).max(200).default('roles'),
  /** JSON: value of the claim → one grant, or a list of them. */
  OFFICE_SSO_ROLES: json(EXAMPLE)
    .pipe(
      z.record(
        z.string(),
        z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(RoleOfProvider).min(1).max(50)),
      ),
    )
    .optional(),
  /** `0`: the provider is the only way in. */
  OFFICE_PASSWORDS: flag(true),
}

export type OfficeConfig = {
  /** Null: the office answers at the publications' own origins, unless scripts of other houses run there. */
  officeOrigin: string | null
  officeSecret: string | null
  officeServiceKey: string | null
  /** Null: people of the office have passwords and passkeys of their own. */
  officeProvider: OfficeProviderConfig | null
}

export type OfficeProviderConfig = {
  issuer: string
  clientId: string
  /** Null: a public client. */
  clientSecret: string | null
  scope: string
  rolesClaim: string
  /** Value of the claim → its grants. */
  roles: Readonly<Record<string, readonly Grant[]>>
  isOnlyWay: boolean
}

export function readOffice(environment: EnvironmentReader): OfficeConfig {
  const values = environment.parse(VARIABLES)
  return {
    officeOrigin: values.OFFICE_ORIGIN ?? null,
    officeSecret: values.OFFICE_SECRET ?? null,
    officeServiceKey: values.OFFICE_SERVICE_KEY ?? null,
    officeProvider: readProvider(environment),
  }
}

function readProvider(environment: EnvironmentReader): OfficeProviderConfig | null {
  const values = environment.parse(PROVIDER_VARIABLES)
  const { OFFICE_SSO_ISSUER: issuer, OFFICE_SSO_CLIENT_ID: clientId, OFFICE_SSO_ROLES: roles } = values
  if (issuer === undefined) {
    if (!values.OFFICE_PASSWORDS)
      environment.refuse('OFFICE_PASSWORDS: 0 leaves no way into the office; set OFFICE_SSO_ISSUER as well')
    return null
  }
  if (clientId === undefined) environment.refuse('OFFICE_SSO_CLIENT_ID: is needed with OFFICE_SSO_ISSUER')
  if (roles === undefined || Object.keys(roles).length === 0)
    environment.refuse(`OFFICE_SSO_ROLES: is needed with OFFICE_SSO_ISSUER, or nobody may do anything: ${EXAMPLE}`)
  if (clientId === undefined || roles === undefined) return null
  return {
    issuer,
    clientId,
    clientSecret: values.OFFICE_SSO_CLIENT_SECRET ?? null,
    scope: values.OFFICE_SSO_SCOPE,
    rolesClaim: values.OFFICE_SSO_ROLES_CLAIM,
    roles,
    isOnlyWay: !values.OFFICE_PASSWORDS,
  }
}
