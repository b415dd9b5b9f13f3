/** All checks of a publication, the same for a folder, HTTP and the office. */
import type { Finding, PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { checkBrand } from './brand/brand.ts'
import { checkNames } from './documents/publisher-fields.ts'
import { checkLook } from './look/check-look.ts'
import { checkAdvertising } from './folder/check-advertising.ts'
import { checkGeodata } from './folder/check-geodata.ts'
import { checkRedirects } from './folder/check-redirects.ts'
import { checkSelling } from './folder/check-selling.ts'
import { checkReferences, GEODATA_FILE, listNamedFiles, REDIRECTS_FILE } from './folder/references.ts'
import { toField, toFinding, type YamlSource } from './folder/yaml-source.ts'

/**
 * `files`: at least the files of the brand. `sources`: the YAML files with their lines, if the publication comes from
 * files.
 */
export function checkFolder(
  folder: PublicationFolder,
  files: ReadonlyMap<string, Uint8Array>,
  sources: ReadonlyMap<string, YamlSource> = new Map(),
): Finding[] {
  return [
    ...checkNamedFiles(folder, sources),
    ...checkNames(folder),
    ...checkReferences(folder, sources),
    ...checkSelling(folder, sources),
    ...checkAdvertising(folder, sources),
    ...checkLook(folder.look, sources.get('look.yaml')?.lineOf),
    ...checkBrand(folder, files),
    ...checkRedirects(folder, files.get(REDIRECTS_FILE)),
    ...checkGeodata(folder, files.get(GEODATA_FILE)),
  ]
}

function checkNamedFiles(folder: PublicationFolder, sources: ReadonlyMap<string, YamlSource>): Finding[] {
  return listNamedFiles(folder)
    .filter(({ path, isOptional }) => !isOptional && folder.files[path] === undefined)
    .map(({ path, file, at }) =>
      toFinding(
        file,
        sources.get(file)?.lineOf(at) ?? null,
        toField(at),
        `${path} is not there`,
        'Put a file of this name there, below 10 MB, or remove the line.',
      ),
    )
}
