/** The tables of the office, in the PostgreSQL schema `office`. */
import type { Kysely } from 'kysely'
import type { ArticleTables } from './articles/schema.ts'
import type { PeopleTables } from './people/schema.ts'

export type OfficeTables = PeopleTables & ArticleTables
export type OfficeDb = Kysely<OfficeTables>
