/** Loads the script of another house; `name` marks it in the page. Rejects if it cannot be loaded. */
export function loadScript(address: string, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.dataset.thirdParty = name
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error(`The script for ${name} could not be loaded`)))
    document.head.append(script)
  })
}
