/** Messages to the native shell (S1-05). Only http and https addresses cross the bridge. */
import type { ShellMessage } from '@lokalteil/contracts/native-shell'

type NativeWindow = {
  NativeApp?: { postMessage: (message: string) => void }
  flutter_inappwebview?: { callHandler: (name: string, message: unknown) => void }
}

/** False if there is no bridge; the caller then handles it on the web. */
export function sendToNativeApp(message: ShellMessage): boolean {
  const native = window as unknown as NativeWindow
  if (native.flutter_inappwebview) {
    native.flutter_inappwebview.callHandler('NativeApp', message)
    return true
  }
  if (native.NativeApp) {
    native.NativeApp.postMessage(JSON.stringify(message))
    return true
  }
  return false
}

export function openInSystemBrowser(url: string): void {
  if (!/^(https?:|mailto:|tel:)/i.test(url)) return
  const isWeb = /^https?:/i.test(url)
  if (isWeb && sendToNativeApp({ type: 'openBrowser', payload: { url } })) return
  window.open(url, '_blank', 'noopener')
}

/** Without a bridge a login inside the shell uses the web's dialog. */
export function hasNativeBridge(): boolean {
  const native = window as unknown as NativeWindow
  return native.flutter_inappwebview !== undefined || native.NativeApp !== undefined
}
