/** The demo's own table, for the process that runs the demo and for an import into its content. */
import { IMPORT_MAPPING } from '@lokalteil/demo/import-mapping'
import { MappingFile, createMapping } from './mapping.ts'
import type { Mapping } from './mapping.ts'

export function readDemoMapping(): Mapping {
  return createMapping(MappingFile.parse(IMPORT_MAPPING))
}

/** The content service tells what it was filled with. */
export const isDemoSeed = (seed: string | undefined): boolean => seed !== undefined && seed.startsWith('demo-')
