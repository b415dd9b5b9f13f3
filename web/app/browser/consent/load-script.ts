/** Loads the script of another house; `name` marks it in the page. Rejects if it cannot be loaded. */
export function loadScript(
  address: string,
  name: string,
  attributes: Readonly<Record<string, string>> = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    // Integrity is only checked of what the other host lets pages read (CORS).
    if (attributes.integrity !== undefined) script.crossOrigin = 'anonymous'
    for (const [attribute, value] of Object.entries(attributes)) script.setAttribute(attribute, value)
    script.src = address
    script.async = true
    script.dataset.thirdParty = name
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error(`The script for ${name} could not be loaded`)))
    document.head.append(script)
  })
}
