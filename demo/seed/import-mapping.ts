/** The demo's own table, for the process that runs the demo and for an import into its content. */
import { createMapping, MappingFile, type Mapping } from '@lokalteil/services/import/delivery/mapping'
import { IMPORT_MAPPING } from '../import-mapping.ts'

export function readDemoMapping(): Mapping {
  return createMapping(MappingFile.parse(IMPORT_MAPPING))
}
