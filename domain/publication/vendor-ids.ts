/** Formats of ids and hosts in the settings of vendors: checked when they are set, and before a page uses them. */

const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/

/** Of several labels, in small letters; no address and no IP address. */
export function isHostName(name: string): boolean {
  const labels = name.split('.')
  return (
    labels.length > 1 &&
    name.length <= 253 &&
    labels.every((label) => LABEL.test(label)) &&
    /^[a-z]/.test(labels.at(-1)!)
  )
}

/** A host name, or one label below a host. */
export function isSubdomain(name: string): boolean {
  return LABEL.test(name) || isHostName(name)
}

/** The number of an account or a property. */
export function isVendorNumber(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0
}

/** The name of a contract with the audience body. */
export function isContractName(name: string): boolean {
  return /^[\w-]{1,40}$/.test(name)
}
