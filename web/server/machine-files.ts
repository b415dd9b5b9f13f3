/** Files for machines at the root: robots, sitemaps, feeds, manifest, well-known. */
import { Hono } from 'hono'
import type { Client } from '@lokalteil/contracts/client'
import type { CONTENT } from '@lokalteil/contracts/content'
import type { Mandator } from '@lokalteil/domain/publications'
import type { Config } from './config.ts'

export type MachineFilesOptions = { config: Config; contentOf: (mandator: Mandator) => Client<typeof CONTENT>; now: () => Date }

export function createMachineFiles(_options: MachineFilesOptions): Hono {
  return new Hono()
}
